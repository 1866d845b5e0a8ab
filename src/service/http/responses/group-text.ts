import { groupPath, type Group, type PartialGroup } from '../../../contract/groups/groups.ts';
import type { Page } from '../../../contract/paging.ts';
import { groupTemplate, idMark, type GroupTemplate } from '../../domain/groups/group-template.ts';
import type { GroupRow, WrittenPage } from '../../domain/ports.ts';
import { JsonText } from './json-text.ts';

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

function writerOf({ record, idTexts }: GroupTemplate) {
  return {
    template: record,
    /** Completes a page that the database has written. */
    write: ({ rows, records, start }: WrittenPage): JsonText<Page<PartialGroup>> => {
      // Every second part is an id.
      const parts = records.split(idMark).map((part, index) => (index % 2 === 0 ? part : idTexts.join(part)));
      return new JsonText(`{"rows":${rows},"data":[${parts.join('')}],"start":${start}}`);
    },
  };
}

const complete = writerOf(template);
