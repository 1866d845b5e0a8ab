/** Measures how long the built product takes to start, its CPU time until then, and its memory after that. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, median } from './figures.mjs';
import { startGateway } from './gateway.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';

const rounds = 5;

/** @param {() => string} folderOf @param {Record<string, string>} environment */
async function measure(folderOf, environment = {}) {
  /** @type {{ wall: number, cpu: number, peak: number }[]} */
  const starts = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    const gateway = await startGateway(folderOf(), environment);
    const wall = performance.now() - begin;
    const cpu = cpuOf(gateway.pid);
    await sleep(500);
    const [, peak = ''] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8')) ?? [];
    starts.push({ wall, cpu, peak: Number(peak) / 1024 });
    await gateway.stop();
  }
  return {
    'wall s': (median(starts.map(({ wall }) => wall)) / 1000).toFixed(2),
    'CPU s': (median(starts.map(({ cpu }) => cpu)) / 1000).toFixed(2),
    'peak MB': Math.round(median(starts.map(({ peak }) => peak))),
  };
}

const fresh = () => temporaryFolder('start');
const kept = fresh();
console.table({
  'first start': await measure(fresh),
  'later start': await measure(() => kept),
  'remote service': await measure(() => '', { SERVICE_URL: 'http://127.0.0.1:1' }),
});
