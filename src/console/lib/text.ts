export { balanced, isolate } from '../../contract/isolate.ts';

const numbers = new Intl.NumberFormat('en');

/** A number with separators: 1,204. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** A count with its noun: "1 group", "1,204 groups". */
export function count(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}
