export { balanced, isolate } from '../../contract/isolate.ts';

const numbers = new Intl.NumberFormat('en');

/** Formats a number: "1,204". */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** Formats a count with its noun: "1 group", "1,204 groups". */
export function count(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}
