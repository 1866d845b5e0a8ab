export { balanced, escapeUnseen, isolate, msg } from '../../contract/isolate.ts';

const numbers = new Intl.NumberFormat('en');

/** Formats a number: "1,204". */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** Orders names as people expect, numbers by their value; the same in every browser. */
export const compareNames = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/** Formats a count with its noun: "1 group", "1,204 groups"; "500+ groups" if there may be more. */
export function count(value: number, noun: string, more = false): string {
  return `${formatNumber(value)}${more ? '+' : ''} ${noun}${value === 1 && !more ? '' : 's'}`;
}
