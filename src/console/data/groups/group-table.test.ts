import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { know } from '../../../configuration/known.ts';
import { readContent, type GroupEntry } from '../../../configuration/read.ts';
import { recordsIn } from '../../../configuration/table/table-records.ts';
import { parseTable, suggestedColumns } from '../../../configuration/table/table.ts';
import { groupRecord } from '../../../testing/setups/console-records.ts';
import { groupsCsv } from './group-table.ts';
import { buildModel, type GroupModel } from './model.ts';

const top = groupRecord(7, 0, 'Top');
const odd = ['R&D > EMEA', '"quoted"', 'a,b;c', '/groups/5', '› x', 'sep=;', '-', '/', '["x"]'];
const guarded = ['=1+1', "'=1", "''@x"];
const name = fc
  .oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom(...odd, ...guarded))
  .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim())
  .filter((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text));
const description = fc.constantFrom('', 'North', '=SUM(A1)', 'a\nb', 'a\r\nb', '\u2028', ' x;"y"\t', "'-");
/** Groups below others or below the top one, with different names of siblings. */
const tree = fc
  .array(fc.record({ name, description, parent: fc.nat() }), { minLength: 1, maxLength: 12 })
  .map((records) => {
    const taken = new Set<string>();
    const ids = [7];
    return records.flatMap((record, index) => {
      const parent = ids[record.parent % ids.length] ?? 7;
      const place = `${parent}\n${record.name}`;
      if (taken.has(place)) return [];
      taken.add(place);
      ids.push(index + 8);
      return [groupRecord(index + 8, parent, record.name, record.description)];
    });
  });

const fromModel = (model: GroupModel, id: number): object[] =>
  model.children(id).map((child) => {
    const { name: own, description: text } = model.get(child) ?? {};
    return { name: own, description: text?.trim() ? text : '', groups: fromModel(model, child) };
  });
const fromEntries = (entries: readonly GroupEntry[] = []): object[] =>
  entries.map(({ values, groups }) => ({
    name: values.name,
    description: values.description ?? '',
    groups: fromEntries(groups),
  }));

it("exported groups are what an import reads, also by who doesn't see the whole tree", () => {
  fc.assert(
    fc.property(tree, (records) => {
      const model = buildModel([top, ...records]);
      const table = parseTable(groupsCsv(model));
      const columns = suggestedColumns(table);
      const { content, problems } = recordsIn(table, {
        columns,
        known: know({ groups: [top], missing: {} }),
      });
      const { groups } = readContent(table.text, content, ['groups'], problems);
      expect(fromEntries(groups)).toEqual(fromModel(model, 7));
    }),
    { numRuns: 500 },
  );
});
