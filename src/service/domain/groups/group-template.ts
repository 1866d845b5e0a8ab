import { groupPath } from '../../../contract/groups/groups.ts';
import type { GroupRow, RecordTemplate } from '../ports.ts';
import { groupRecord } from './group-record.ts';

/** How groups are written as JSON. */
export interface GroupTemplate {
  /**
   * What the database writes for each group. A complete record has twenty paths with the same id: the database writes it
   * only once, between two `idMark`.
   */
  record: RecordTemplate;
  /** What a marked id stands for: these texts with the id between them. */
  idTexts: readonly string[];
}

/** A character that JSON can't contain (RFC 8259 section 7). */
export const idMark = '\u0001';

/** Its record consists of the same texts as every other. */
export const sample = {
  id: 2_000_000_001,
  customer_id: 2_000_000_002,
  parent_id: 2_000_000_003,
  name: '<name>',
  description: '<description>',
  mode: '<mode>',
} satisfies GroupRow;
/** The sample's values by their text in its record. */
const values = new Map<string, keyof GroupRow>([
  [String(sample.id), 'id'],
  [String(sample.customer_id), 'customer_id'],
  [JSON.stringify(groupPath(sample.parent_id)), 'parent_id'],
  [JSON.stringify(sample.name), 'name'],
  [JSON.stringify(sample.description), 'description'],
  [JSON.stringify(sample.mode), 'mode'],
]);
const anyValue = new RegExp(`(${[...values.keys()].join('|')})`);

/**
 * Turns `groupRecord` into texts and columns.
 * @param fields the properties to write; all by default
 */
export function groupTemplate(fields?: readonly string[]): GroupTemplate {
  const record = Object.entries(groupRecord(sample)).filter(([name]) => fields?.includes(name) ?? true);
  const parts = JSON.stringify(Object.fromEntries(record)).split(anyValue);
  const columns = parts.flatMap((part) => values.get(part) ?? []);
  const texts = parts.filter((part) => !values.has(part));
  const count = columns.filter((column) => column === 'id').length;
  if (count < 2) return { record: { texts, columns }, idTexts: [] };
  // These paths follow each other in a record.
  const first = columns.indexOf('id');
  columns.splice(first, count, 'id');
  const idTexts = texts.splice(first, count + 1, idMark, idMark);
  return { record: { texts, columns }, idTexts };
}
