import type { Group, PartialGroup } from '../../../contract/groups/groups.ts';
import type { Page, PageQuery } from '../../../contract/paging.ts';
import { groupRecord } from '../../domain/groups/group-record.ts';
import type { GroupRow } from '../../domain/ports.ts';
import { JsonText } from './json-text.ts';

/** A group as JSON text. */
export function groupText(row: GroupRow): JsonText<Group> {
  return new JsonText(write(row));
}

/** A page of groups with the requested properties, as JSON text. */
export function groupPageText(
  { rows, data, start }: Page<GroupRow>,
  { fields }: PageQuery,
): JsonText<Page<PartialGroup>> {
  const writeGroup = fields ? writerOf(fields) : write;
  return new JsonText(`{"rows":${rows},"data":[${data.map(writeGroup).join()}],"start":${start}}`);
}

/** A row whose values are recognized in the JSON of its record. */
const sample = {
  id: 2_000_000_001,
  customer_id: 2_000_000_002,
  parent_id: 2_000_000_003,
  name: '<name>',
  description: '<description>',
  mode: '<mode>',
};
const columns = Object.keys(sample) as (keyof typeof sample)[];
const values = new Map<string, keyof typeof sample>(
  columns.map((column) => [JSON.stringify(sample[column]), column]),
);
const anyValue = new RegExp(`(${[...values.keys()].join('|')})`);

/**
 * Compiles `groupRecord` to a writer: a record has twenty paths with the same id, and creating and serializing them takes
 * longer than everything else about a page.
 * @param fields the properties to write; all by default
 */
function writerOf(fields?: readonly string[]): (row: GroupRow) => string {
  const child = templateOf(sample, fields);
  const root = templateOf({ ...sample, parent_id: null }, fields);
  return (row) => (row.parent_id === null ? root : child)(row);
}

function templateOf(example: GroupRow, fields: readonly string[] | undefined): (row: GroupRow) => string {
  const record = Object.entries(groupRecord(example)).filter(([name]) => fields?.includes(name) ?? true);
  const parts = JSON.stringify(Object.fromEntries(record)).split(anyValue);
  const slots = parts.map((part) => values.get(part));
  return (row) => {
    let text = '';
    for (const [index, column] of slots.entries()) {
      const value = column === undefined ? undefined : row[column];
      text += typeof value === 'string' ? JSON.stringify(value) : (value ?? parts[index]);
    }
    return text;
  };
}

const write = writerOf();
