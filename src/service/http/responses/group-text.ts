import { groupPath, type Group, type PartialGroup } from '../../../contract/groups/groups.ts';
import type { Page } from '../../../contract/paging.ts';
import { groupTemplate, idMark, type GroupTemplate } from '../../domain/groups/group-template.ts';
import type { GroupRow, WrittenPage } from '../../domain/ports.ts';
import { JsonText } from './json-text.ts';
import { TextBuffer } from './text-buffer.ts';

const template = groupTemplate();
const textsBetween = template.record.texts.map((text) => (text === idMark ? '' : text));

/** A group as JSON text. */
export function groupText(row: GroupRow): JsonText<Group> {
  let text = '';
  for (const [index, column] of template.record.columns.entries())
    text += textsBetween[index] + valueText(row, column);
  return new JsonText(text + textsBetween.at(-1));
}

function valueText(row: GroupRow, column: keyof GroupRow): string {
  if (column === 'id') return template.idTexts.join(String(row.id));
  if (column === 'parent_id') return row.parent_id === null ? '""' : `"${groupPath(row.parent_id)}"`;
  return JSON.stringify(row[column]);
}

/** Writes pages of groups with the requested properties, all by default. */
export function groupPages(fields?: readonly string[]) {
  return fields ? writerOf(groupTemplate(fields)) : complete;
}

const markCode = idMark.charCodeAt(0);

function writerOf({ record, idTexts }: GroupTemplate) {
  const aroundId = idWriter(idTexts);
  return {
    template: record,
    /** Completes a page that the database has written. */
    write: ({ rows, records, start }: WrittenPage): JsonText<Page<PartialGroup>> => {
      const text = new TextBuffer();
      text.add(Buffer.from(`{"rows":${rows},"data":[`));
      const written = Buffer.from(records);
      let from = 0;
      for (let mark = written.indexOf(markCode); mark >= 0; mark = written.indexOf(markCode, from)) {
        text.add(written, from, mark);
        const end = written.indexOf(markCode, mark + 1);
        text.add(aroundId(written, mark + 1, end));
        from = end + 1;
      }
      text.add(written, from);
      text.add(Buffer.from(`],"start":${start}}`));
      return text.finish();
    },
  };
}

/** Writes texts with an id between them, whose digits are a part of `source`, into a buffer that it uses again. */
function idWriter(texts: readonly string[]): (source: Buffer, start: number, end: number) => Buffer {
  /** By the number of digits. */
  const writers: { bytes: Buffer; offsets: readonly number[] }[] = [];
  const newWriter = (digits: number) => {
    let offset = -digits;
    const offsets = texts.slice(0, -1).map((each) => (offset += digits + Buffer.byteLength(each)));
    return { bytes: Buffer.from(texts.join('0'.repeat(digits))), offsets };
  };
  return (source, start, end) => {
    const digits = end - start;
    const { bytes, offsets } = (writers[digits] ??= newWriter(digits));
    for (let digit = 0; digit < digits; digit += 1) {
      const code = source[start + digit] ?? 0;
      // Most digits are those of the id before.
      if (bytes[(offsets[0] ?? 0) + digit] === code) continue;
      for (const offset of offsets) bytes[offset + digit] = code;
    }
    return bytes;
  };
}

const complete = writerOf(template);
