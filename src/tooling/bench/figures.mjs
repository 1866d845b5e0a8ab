/** Statistics and formatting of measured times. */

/** @param {readonly number[]} sorted milliseconds */
export function p95(sorted) {
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

/** @param {number | undefined} value milliseconds */
export function ms(value) {
  return value === undefined ? '-' : value.toFixed(value < 100 ? 1 : 0);
}
