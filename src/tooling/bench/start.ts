/** How long the built product takes to start, its CPU time until then, and its memory after that. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, inTurns, show } from '../harness/measure.ts';
import { startProduct } from '../harness/product.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function measure(environment: Record<string, string>) {
  const begin = performance.now();
  const gateway = await startProduct(environment);
  const wall = performance.now() - begin;
  const CPU = cpuOf(gateway.pid);
  await sleep(500);
  const [, peak = ''] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.pid}/status`, 'utf8')) ?? [];
  await gateway.stop();
  return { CPU, wall, 'peak MB': Number(peak) / 1024 };
}

export async function run(): Promise<void> {
  const DATA_DIR = temporaryFolder('start');
  const starts = await inTurns({
    'remote service': () => measure({ SERVICE_URL: 'http://127.0.0.1:1' }),
    'first start': () => measure({ DATA_DIR: temporaryFolder('start') }),
    'later start': () => measure({ DATA_DIR }),
  });
  show('Start, beside that of a gateway without the embedded service', starts);
}
