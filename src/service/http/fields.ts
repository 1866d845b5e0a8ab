import type { Page, PageQuery } from '../../contract/paging.ts';
import { Problem } from '../domain/problem.ts';

/**
 * Leaves of each record of a page the properties that were asked for with `fields=`.
 * @param schema the record's, for the names of its properties
 * @param kind what the records are, in the plural
 * @throws Problem 400 naming the properties that they do not have
 */
export function picked<Item extends object>(
  page: Page<Item>,
  query: PageQuery,
  schema: { shape: object },
  kind: string,
): Page<Partial<Item>> {
  checkFields(query, schema, kind);
  const { fields } = query;
  if (!fields) return page;
  const pick = (record: Item) =>
    // Object.entries widens the names; nothing is added to what the record has.
    Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name))) as Partial<Item>;
  return { ...page, data: page.data.map(pick) };
}

/** @throws Problem 400 */
function checkFields(query: PageQuery, schema: { shape: object }, kind: string): void {
  const unknown = (query.fields ?? []).filter((name) => !Object.hasOwn(schema.shape, name));
  if (unknown.length === 0) return;
  throw new Problem(
    400,
    unknown.map((name) => `fields: ${name} is not a property of ${kind}`),
  );
}
