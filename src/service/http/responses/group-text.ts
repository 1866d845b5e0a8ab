import type { Group, PartialGroup } from '../../../contract/groups/groups.ts';
import type { Page, PageQuery } from '../../../contract/paging.ts';
import { groupRecord } from '../../domain/groups/group-record.ts';
import type { GroupRow } from '../../domain/ports.ts';
import { JsonText } from './json-text.ts';
import { TextBuffer } from './text-buffer.ts';

/** A group as JSON text. */
export function groupText(row: GroupRow): JsonText<Group> {
  return new JsonText(JSON.stringify(groupRecord(row)));
}

/** A page of groups with the requested properties, as JSON text. */
export function groupPageText(
  { rows, data, start }: Page<GroupRow>,
  { fields }: PageQuery,
): JsonText<Page<PartialGroup>> {
  const write = fields ? writerOf(fields) : writeComplete;
  const text = new TextBuffer();
  let before = `{"rows":${rows},"data":[`;
  for (const row of data) before = `${write(row, before, text)},`;
  text.add(`${data.length > 0 ? before.slice(0, -1) : before}],"start":${start}}`);
  return text.finish();
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
 * Adds a group to a text.
 * @param before precedes it; short texts are joined first, because each addition takes time
 * @returns what follows and isn't added yet
 */
type WriteGroup = (row: GroupRow, before: string, text: TextBuffer) => string;

/**
 * Compiles `groupRecord` to a writer: a record has twenty paths with the same id, and creating and serializing them takes
 * longer than everything else about a page.
 * @param fields the properties to write; all by default
 */
function writerOf(fields?: readonly string[]): WriteGroup {
  const child = templateOf(sample, fields);
  const root = templateOf({ ...sample, parent_id: null }, fields);
  return (row, ...rest) => (row.parent_id === null ? root : child)(row, ...rest);
}

function templateOf(example: GroupRow, fields: readonly string[] | undefined): WriteGroup {
  const record = Object.entries(groupRecord(example)).filter(([name]) => fields?.includes(name) ?? true);
  const [first = '', ...others] = JSON.stringify(Object.fromEntries(record)).split(anyValue);
  // Each value and the text after it; texts with the id between them become one part.
  const parts: (Exclude<keyof GroupRow, 'id'> | ReturnType<typeof aroundId>)[] = [];
  let texts = [first];
  for (let index = 0; index < others.length; index += 2) {
    const column = values.get(others[index] ?? '') ?? 'id';
    const after = others[index + 1] ?? '';
    if (column === 'id') texts.push(after);
    else {
      parts.push(aroundId(texts), column);
      texts = [after];
    }
  }
  parts.push(aroundId(texts));
  return (row, before, text) => {
    let pending = before;
    for (const part of parts) {
      if (typeof part === 'string') {
        const value = row[part];
        pending += typeof value === 'string' ? JSON.stringify(value) : value;
      } else pending = part(row.id, pending, text);
    }
    return pending;
  };
}

/** Writes texts with an id between them. */
function aroundId(texts: readonly string[]): (id: number, before: string, text: TextBuffer) => string {
  const [only = ''] = texts;
  if (texts.length === 1) return (_id, before) => before + only;
  /** By the number of digits. */
  const templates: { bytes: Buffer; offsets: number[] }[] = [];
  const templateFor = (digits: number) => {
    let offset = -digits;
    const offsets = texts.slice(0, -1).map((each) => (offset += digits + Buffer.byteLength(each)));
    return (templates[digits] = { bytes: Buffer.from(texts.join('0'.repeat(digits))), offsets });
  };
  return (id, before, text) => {
    const digits = String(id);
    const { bytes, offsets } = templates[digits.length] ?? templateFor(digits.length);
    text.add(before);
    text.addWithDigits(bytes, offsets, digits);
    return '';
  };
}

const writeComplete = writerOf();
