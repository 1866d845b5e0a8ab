import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { validProperties, shapeOf } from '../../contract/fields.ts';
import type { Page, PageQuery } from '../../contract/paging.ts';
import { shown } from './parse-problems.ts';

/** A list's response, whose records have only the properties requested with `fields=`. */
export function selectFields(body: unknown, { fields }: PageQuery): unknown {
  if (!fields) return body;
  const pick = (record: object) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => fields.includes(name)));
  const page = body as Page<object>;
  return { ...page, data: page.data.map(pick) };
}

/** Problems with the `fields=` of a query: names that the list's records don't have. */
export function unknownFields(endpoint: Endpoint, query: unknown): string[] {
  const { fields } = query as Readonly<Record<string, unknown>>;
  if (fields === undefined) return [];
  const names = validProperties(endpoint.query, { fields })['fields'];
  if (!Array.isArray(names)) return [];
  const list = shapeOf(endpoint.responses[200] ?? undefined)['data'];
  const properties = list instanceof z.core.$ZodArray ? shapeOf(list._zod.def.element) : {};
  return names
    .filter((name) => !Object.hasOwn(properties, String(name)))
    .map((name) => `fields: ${shown(String(name))} isn't a property of these records`);
}
