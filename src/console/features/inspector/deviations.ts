import * as z from 'zod/mini';
import { problemsOf } from '../../../contract/declared-problems.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { problemBody } from '../../../contract/problems.ts';
import type { RecordedCall } from '../../api/recorder.ts';
import { secretMark } from '../../api/redact.ts';
import { documentPlace } from './document-place.ts';

/** One way in which an answer is not what the contract says. */
export interface Deviation {
  kind: 'unknown field' | 'missing field' | 'other type' | 'undeclared status';
  /** The field, with `[]` for every element of a list; empty for the answer as a whole. */
  field: string;
  /** What is there, and what should be. */
  what: string;
  /** Where the document, or else the contract, describes it. */
  place: string;
  /** In how many records of this answer. */
  records: number;
}

/** Everything in which the answer of a call deviates from the contract; the same in many records is told once. */
export function deviationsOf({ endpoint, sent, answer }: RecordedCall): Deviation[] {
  if (!answer || !('responses' in endpoint)) return [];
  const { status, headers, body } = answer;
  const found = new Map<string, Deviation>();
  const visit: Visit = {
    fields: fieldsAskedFor(sent.address),
    add: (kind, field, what, schema) => {
      const key = `${kind} ${field} ${what}`;
      const known = found.get(key);
      const place = documentPlace(endpoint, status, schema);
      found.set(key, { kind, field, what, place, records: (known?.records ?? 0) + 1 });
    },
  };
  if (!isDeclared(endpoint, status)) {
    visit.add('undeclared status', '', `${status} is not among the statuses of this endpoint`);
  }
  if (status >= 400) compare(problemBody, body, '', visit);
  // "A resource to query" may be told in `Location` alone (document, "Background jobs").
  else if (!(status === 202 && headers['location'])) {
    const schema = endpoint.responses[status];
    if (schema) compare(schema, body, '', visit);
    else if (schema === null && body !== undefined)
      visit.add('unknown field', '', 'a body where none belongs');
  }
  return [...found.values()];
}

interface Visit {
  /** Properties that each record of a list should have, where some were asked for. */
  fields: readonly string[] | undefined;
  add(kind: Deviation['kind'], field: string, what: string, schema?: z.core.$ZodType): void;
}

function isDeclared(endpoint: Endpoint, status: number): boolean {
  if (status in endpoint.responses) return true;
  // The gateway's own words for a service that it could not reach.
  if (status >= 502 && status <= 504) return true;
  // A service may lack what the document lacks.
  if (endpoint.extension && (status === 404 || status === 405)) return true;
  return problemsOf(endpoint).some((declared) => declared === status);
}

function fieldsAskedFor(address: string): string[] | undefined {
  return new URLSearchParams(address.split('?')[1]).get('fields')?.split(',');
}

type Schema = z.core.$ZodTypes;

/** Walks down a schema and a value together. `owner` is the innermost object around the value. */
function compare(schema: z.core.$ZodType, value: unknown, path: string, visit: Visit, owner = schema): void {
  // Redacted: the contract watch cannot know, and does not guess.
  if (value === secretMark) return;
  // Every zod schema is one of these (zod 4, "Library authors").
  const { def } = (schema as Schema)._zod;
  switch (def.type) {
    case 'optional':
      if (value !== undefined) compare(def.innerType, value, path, visit, owner);
      return;
    case 'nullable':
      if (value !== null) compare(def.innerType, value, path, visit, owner);
      return;
    case 'object':
      if (isRecord(value)) compareFields(schema as z.core.$ZodObject, value, path, visit);
      else visit.add('other type', path, `${typeName(value)} instead of an object`, owner);
      return;
    case 'array':
      if (Array.isArray(value))
        for (const item of value) compare(def.element, item, `${path}[]`, visit, owner);
      else visit.add('other type', path, `${typeName(value)} instead of a list`, owner);
      return;
    default:
      if (!z.safeParse(schema, value).success)
        visit.add('other type', path, `${shownValue(def, value)} instead of ${expected(def)}`, owner);
  }
}

function compareFields(
  schema: z.core.$ZodObject,
  value: Record<string, unknown>,
  path: string,
  visit: Visit,
): void {
  const { shape, catchall } = schema._zod.def;
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const inList = path === 'data[]';
  for (const [name, field] of Object.entries(shape)) {
    const isOptional = z.safeParse(field, undefined).success;
    // The contract lets every property of a list's records be absent, because of `fields=`.
    const wanted = inList ? (visit.fields?.includes(name) ?? true) : !isOptional;
    if (Object.hasOwn(value, name)) compare(field, value[name], at(name), visit, schema);
    else if (wanted) visit.add('missing field', at(name), 'is described, and not there', schema);
  }
  if (catchall && catchall._zod.def.type !== 'never') return;
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(shape, name))
      visit.add('unknown field', at(name), `${typeName(value[name])} that is not described`, schema);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function shownValue(def: Schema['_zod']['def'], value: unknown): string {
  return def.type === 'enum' && typeof value === 'string' ? JSON.stringify(value) : typeName(value);
}

function expected(def: Schema['_zod']['def']): string {
  if (def.type === 'enum') return `one of ${Object.values(def.entries).join(', ')}`;
  return `a ${def.type}`;
}
