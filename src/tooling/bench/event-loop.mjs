/**
 * Preloaded with `--import`: measures the longest block of a process's event loop. On SIGUSR2, writes it to the file in
 * `EVENT_LOOP_FILE` and resets it. `delay` is wall-clock time in milliseconds. `busy` is the main thread's CPU time between
 * two turns, which other processes don't affect (Linux only, otherwise -1).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const file = process.env['EVENT_LOOP_FILE'];
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let busiest = -1;
let before = cpuTime();

/** Milliseconds; see proc(5), `/proc/[pid]/schedstat`. */
function cpuTime() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

setInterval(() => {
  const now = cpuTime();
  if (now - before > busiest) busiest = now - before;
  before = now;
}, 1).unref();

process.on('SIGUSR2', () => {
  if (file) writeFileSync(file, JSON.stringify({ delay: delay.max / 1e6, busy: busiest }));
  delay.reset();
  busiest = -1;
});
