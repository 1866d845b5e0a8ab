/**
 * Preloaded with `--import`: measures how long the event loop of a process is kept busy at a time, and writes that to the
 * file in `EVENT_LOOP_FILE` at every SIGUSR2, to begin anew. `delay` is by the clock, in milliseconds; `busy` is what the
 * main thread itself spent of the processor between two turns, which other processes on the machine don't add to (Linux
 * alone, else -1).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const file = process.env['EVENT_LOOP_FILE'];
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let busiest = -1;
let before = processorTime();

/** Milliseconds; see proc(5), `/proc/[pid]/schedstat`. */
function processorTime() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

setInterval(() => {
  const now = processorTime();
  if (now - before > busiest) busiest = now - before;
  before = now;
}, 1).unref();

process.on('SIGUSR2', () => {
  if (file) writeFileSync(file, JSON.stringify({ delay: delay.max / 1e6, busy: busiest }));
  delay.reset();
  busiest = -1;
});
