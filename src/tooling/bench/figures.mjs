/** Statistics and formatting of measured times. */
import { readFileSync } from 'node:fs';

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

/** CPU time of a process with all its threads, in milliseconds. @param {number} pid */
export function cpuOf(pid) {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  // Clock ticks of 10 ms, in user and kernel mode (proc(5)).
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
