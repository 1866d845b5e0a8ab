import { RelativeTime } from '../relative-time.tsx';
import type { Column } from './columns.ts';

interface TimeOptions<Item> extends Partial<Column<Item>> {
  none?: string;
  isEnd?: boolean;
}

/**
 * A column of times, such as "5 min ago".
 * @param timeOf in ISO 8601; a remote service may use another format, which is shown as it is
 * @param none what's shown if there's no time
 * @param isEnd whether it may be to come
 */
export function timeColumn<Item>(
  id: string,
  header: string,
  timeOf: (item: Item) => string | undefined,
  { none = '', isEnd = false, ...more }: TimeOptions<Item> = {},
): Column<Item> {
  const text = (item: Item) => timeOf(item) ?? '';
  const cell = (item: Item) => {
    const at = text(item);
    if (at === '') return <span className="muted">{none}</span>;
    return Number.isNaN(Date.parse(at)) ? at : <RelativeTime at={new Date(at)} isEnd={isEnd} />;
  };
  return { id, header, width: 'minmax(110px, 1fr)', sort: true, isTime: true, text, cell, ...more };
}

/** A column of texts. @param more what else there is to it: how it's drawn, or that it can be sorted */
export function textColumn<Item>(
  id: string,
  header: string,
  width: string,
  text: (item: Item) => string,
  more: Partial<Column<Item>> = {},
): Column<Item> {
  return { id, header, width, text, ...more };
}

/** Names, paths or codes. */
export const verbatim = { verbatim: true } as const;

/** A column of paths, IDs or codes, hidden until the user shows it. */
export function codeColumn<Item>(
  id: string,
  header: string,
  text: (item: Item) => string,
  width = 'minmax(110px, 1fr)',
): Column<Item> {
  return { id, header, width, optional: true, verbatim: true, text };
}
