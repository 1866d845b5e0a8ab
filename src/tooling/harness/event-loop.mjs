/**
 * Preloaded with `--import`: the longest blocks of a process's event loop, sent to its parent for each message from it. `delay`
 * is time in milliseconds; `busy` the main thread's CPU time between two turns, which other processes don't affect (Linux only).
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds (proc(5), `/proc/[pid]/schedstat`). */
const cpuTime = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let busy = 0;
let before = cpuTime();
setInterval(() => {
  const now = cpuTime();
  busy = Math.max(busy, now - before);
  before = now;
}, 1).unref();
process.on('message', () => {
  process.send?.({ delay: delay.max / 1e6, busy });
  delay.reset();
  busy = 0;
});
