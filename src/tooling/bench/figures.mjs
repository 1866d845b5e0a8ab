/** Statistics and formatting of measured times. */
import { readdirSync, readFileSync } from 'node:fs';

/** @param {readonly number[]} sorted milliseconds */
export function p95(sorted) {
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

/** @param {number | undefined} value milliseconds */
export function ms(value) {
  return value === undefined ? '-' : value.toFixed(value < 100 ? 1 : 0);
}

/** @param {readonly number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Prints whether a benchmark has reached its goal; fails it otherwise. @param {boolean} isReached @param {string} goal */
export function conclude(isReached, goal) {
  process.stdout.write(`${isReached ? 'Passed' : 'FAILED'}: ${goal}\n`);
  if (!isReached) process.exitCode = 1;
}

/** CPU time of a process and its current children, in milliseconds. @param {number} pid */
export function cpuOfTree(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.map(Number)].reduce((sum, each) => sum + cpuOf(each), 0);
}

/** CPU time of a process with all its threads, in milliseconds. @param {number} pid */
export function cpuOf(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  // Clock ticks of 10 ms, in user and kernel mode (proc(5)).
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
