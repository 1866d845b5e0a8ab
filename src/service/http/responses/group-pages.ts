import * as z from 'zod/mini';
import { group, type PartialGroup } from '../../../contract/groups/groups.ts';
import type { Page } from '../../../contract/paging.ts';
import { groupTemplate, idMark, sample, type GroupTemplate } from '../../domain/groups/group-template.ts';
import { groupRecord } from '../../domain/groups/group-record.ts';
import type { WrittenPage } from '../../domain/ports.ts';

/**
 * A response body that's JSON already and isn't validated: who makes one checks at startup that it has the contract's form. The database
 * writes pages of groups as text, which takes a third of the CPU time of rows (`npm run bench -- api`).
 */
export class JsonText<Body> {
  /** Only a type: the body that the text represents. */
  declare readonly body: Body;

  constructor(readonly text: string) {}
}

const complete = createWriter(groupTemplate());
// Every page consists of texts that are checked here, and of values that are strings in any case.
z.strictObject(group.shape).parse(groupRecord(sample));

/** Writes pages of groups with the requested properties, all by default. */
export function groupPages(fields?: readonly string[]) {
  return fields ? createWriter(groupTemplate(fields)) : complete;
}

function createWriter({ record, idTexts }: GroupTemplate) {
  return {
    template: record,
    /** Completes a page that the database has written. */
    write: ({ rows, records, start }: WrittenPage): JsonText<Page<PartialGroup>> => {
      // Every second part is an id.
      let data = '';
      for (const [index, part] of records.split(idMark).entries())
        data += index % 2 === 0 ? part : idTexts.join(part);
      return new JsonText(`{"rows":${rows},"data":[${data}],"start":${start}}`);
    },
  };
}
