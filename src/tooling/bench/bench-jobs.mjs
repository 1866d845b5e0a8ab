/**
 * Measures the latency of other requests while a subtree of 100,000 groups is deleted, and the frame times of a page that
 * follows 200 jobs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ms } from './figures.mjs';
import { endOfJob, signIn } from './gateway.mjs';
import { jobFrames } from './job-frames.mjs';
import { seededGateway } from './seed.mjs';

const size = 100_000;
const idleSeconds = 10;
const intervalMilliseconds = 20;
const maxRatio = 5;

/**
 * Sends `GET /authentication` 50 times a second, without waiting for responses, while `isRunning` returns true.
 * @param {string} url
 * @param {string} cookie
 * @param {() => boolean} isRunning
 * @returns {Promise<number[]>} milliseconds until each response, sorted
 */
async function latencies(url, cookie, isRunning) {
  /** @type {number[]} */
  const times = [];
  const open = new Set();
  const start = performance.now();
  for (let index = 0; isRunning(); index += 1) {
    await sleep(Math.max(0, start + index * intervalMilliseconds - performance.now()));
    const sent = performance.now();
    const request = fetch(`${url}/api/authentication`, { headers: { cookie } }).then(async (response) => {
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`GET /authentication returned ${response.status}`);
      times.push(performance.now() - sent);
      open.delete(request);
    });
    open.add(request);
  }
  await Promise.all(open);
  return times.toSorted((a, b) => a - b);
}

const at = (/** @type {number[]} */ times, /** @type {number} */ share) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

const figuresOf = (/** @type {number[]} */ times) => ({
  'p50 ms': ms(at(times, 0.5)),
  'p99 ms': ms(at(times, 0.99)),
  'max ms': ms(at(times, 1)),
});

/** @type {Record<string, string | number>[]} */
const rows = [];
/** @type {string[]} */
const verdicts = [];
for (const shape of /** @type {const} */ (['wide', 'deep'])) {
  const gateway = await seededGateway(shape, size);
  const cookie = await signIn(gateway.url);
  const over = Date.now() + idleSeconds * 1000;
  await latencies(gateway.url, cookie, () => Date.now() < over - (idleSeconds * 1000) / 2);
  const idle = await latencies(gateway.url, cookie, () => Date.now() < over);

  const start = performance.now();
  const accepted = await fetch(`${gateway.url}/api/groups/1`, { method: 'DELETE', headers: { cookie } });
  let ended = '';
  const watch = endOfJob(gateway.url, cookie, accepted.headers.get('location') ?? '').then((message) => {
    ended = message;
  });
  const busy = await latencies(gateway.url, cookie, () => ended === '');
  await watch;
  const seconds = (performance.now() - start) / 1000;
  for (const [when, times] of Object.entries({ idle, deleting: busy }))
    rows.push({ shape, when, requests: times.length, ...figuresOf(times) });
  const ratio = at(busy, 0.99) / at(idle, 0.99);
  if (ratio >= maxRatio) process.exitCode = 1;
  verdicts.push(
    `${shape}: ${ended} in ${seconds.toFixed(1)} s; p99 of GET /authentication ${ratio.toFixed(1)}× its idle value` +
      ` (${ratio < maxRatio ? 'under' : 'OVER'} ${maxRatio}×)`,
  );
  await gateway.stop();
}
const { idle, beside, following, inFlight } = await jobFrames();
const period = at(idle, 0.5);
/** The number of frame intervals without a frame. @param {number[]} times */
const droppedIn = (times) => times.reduce((sum, time) => sum + Math.max(0, Math.round(time / period) - 1), 0);
const frames = Object.entries({
  'service idle': idle,
  '200 jobs run': beside,
  '200 jobs run and are followed': following,
}).map(([when, times]) => ({
  when,
  frames: times.length,
  ...figuresOf(times),
  dropped: droppedIn(times),
}));
verdicts.push(
  `frames: ${droppedIn(following)} of ${following.length} dropped while 200 jobs run and are followed, ` +
    `${droppedIn(beside)} of ${beside.length} while they run and aren't followed; ` +
    `at most ${inFlight} status requests in flight`,
);
console.table(rows);
console.table(frames);
process.stdout.write(`${verdicts.join('\n')}\n`);
