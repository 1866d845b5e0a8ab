import * as z from 'zod/mini';
import type { RecordedCall } from '../../api/recorder.ts';
import { authenticationResult } from '../../../contract/access/authentication.ts';
import { errorStatuses, type Endpoint } from '../../../contract/endpoint.ts';
import { group, partialGroup } from '../../../contract/groups/groups.ts';
import { jobStatus } from '../../../contract/jobs.ts';
import { problemBody } from '../../../contract/problems.ts';
import { role } from '../../../contract/access/roles.ts';
import { meansUnreachable } from '../../../client/errors.ts';
import { secretMark } from '../../../client/redact.ts';

/** A deviation of an endpoint's responses. */
export interface WatchedDeviation extends Deviation {
  key: string;
  /** The responses' method, path and status. */
  response: string;
  summary: string;
  times: number;
  /** The last call with it. */
  lastCall: number;
}

const compared = new WeakMap<RecordedCall, readonly Deviation[]>();

/** Where the responses of calls deviate from the contract, in the order of the first occurrence. @param calls newest first */
export function watchedIn(calls: readonly RecordedCall[]): readonly WatchedDeviation[] {
  const watched = new Map<string, WatchedDeviation>();
  for (const call of calls.toReversed()) {
    const { method, path, summary } = call.endpoint;
    const response = `${method} ${path} ${call.response?.status}`;
    const deviations = compared.get(call) ?? findDeviations(call);
    compared.set(call, deviations);
    for (const deviation of deviations) {
      const key = [response, deviation.kind, deviation.field, deviation.detail].join(' ');
      const times = (watched.get(key)?.times ?? 0) + 1;
      watched.set(key, { ...deviation, key, response, summary, times, lastCall: call.id });
    }
  }
  return [...watched.values()];
}

/** One way in which a response deviates from the contract. */
export interface Deviation {
  kind: 'unknown field' | 'missing field' | 'wrong type' | 'undeclared status';
  /** The field, with `[]` for every element of a list; empty for the response itself. */
  field: string;
  /** The difference, as text. */
  detail: string;
  /** Where `docs/api.md` describes it. */
  reference: string;
  /** The number of compared records in this response that have it. */
  records: number;
  /** Set if only some of the response's records were compared. */
  sampled?: true;
}

/** How a call's response deviates from the contract; a deviation of many records is listed once. */
export function findDeviations({ endpoint, sent, response }: RecordedCall): Deviation[] {
  if (!response || !('responses' in endpoint)) return [];
  const { status, headers, body } = response;
  const found = new Map<string, Deviation>();
  let sampled = false;
  const visit: Visit = {
    sample: (list) => {
      if (list.length <= sampleSize) return list;
      sampled = true;
      return evenSample(list);
    },
    fields: new URLSearchParams(sent.address.split('?')[1]).get('fields')?.split(','),
    add: (kind, field, detail, schema) => {
      const key = `${kind} ${field} ${detail}`;
      const known = found.get(key);
      const reference = apiReference(endpoint, status, schema);
      found.set(key, { kind, field, detail, reference, records: (known?.records ?? 0) + 1 });
    },
  };
  if (!isDeclared(endpoint, status))
    visit.add('undeclared status', '', `${status} isn't declared for this endpoint`);
  if (status >= 400) compare(problemBody, body, '', visit);
  // Only `Location` has to name the job's status (docs/api.md, "Background jobs").
  else if (!(status === 202 && headers['location'])) {
    const schema = endpoint.responses[status];
    if (schema) compare(schema, body, '', visit);
    else if (schema === null && body !== undefined)
      visit.add('unknown field', '', 'a body, but none is declared');
  }
  return [...found.values()].map((one) => (sampled ? { ...one, sampled } : one));
}

/** Of a longer list, only this many records are compared: a page of the tree has 1,000. */
const sampleSize = 50;

/** Records at even distances, including the first and the last. */
function evenSample(list: readonly unknown[]): unknown[] {
  const step = (list.length - 1) / (sampleSize - 1);
  return Array.from({ length: sampleSize }, (_, index) => list[Math.round(index * step)]);
}

interface Visit {
  /** The records of a list to compare. */
  sample(list: readonly unknown[]): readonly unknown[];
  /** The properties requested of a list's records; undefined for all. */
  fields: readonly string[] | undefined;
  add(kind: Deviation['kind'], field: string, detail: string, schema?: z.core.$ZodType): void;
}

function isDeclared(endpoint: Endpoint, status: number): boolean {
  if (status in endpoint.responses) return true;
  if (meansUnreachable(status)) return true;
  // A service may lack extensions.
  if (endpoint.extension && [404, 405, 501].includes(status)) return true;
  return errorStatuses(endpoint).some((declared) => declared === status);
}

type Schema = z.core.$ZodTypes;

/** Compares a value with a schema, recursively. `owner` is the innermost object around the value. */
function compare(schema: z.core.$ZodType, value: unknown, path: string, visit: Visit, owner = schema): void {
  // A redacted value can't be checked.
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
      else visit.add('wrong type', path, `${typeName(value)} instead of an object`, owner);
      return;
    case 'array':
      if (Array.isArray(value))
        for (const item of visit.sample(value)) compare(def.element, item, `${path}[]`, visit, owner);
      else visit.add('wrong type', path, `${typeName(value)} instead of a list`, owner);
      return;
    default:
      if (!z.safeParse(schema, value).success)
        visit.add('wrong type', path, `${displayValue(def, value)} instead of ${expected(def)}`, owner);
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
    // The contract lets every property of a list's records be absent, because of `fields=`.
    const expectsField = inList ? (visit.fields?.includes(name) ?? true) : !isOptional(field);
    if (Object.hasOwn(value, name)) compare(field, value[name], at(name), visit, schema);
    else if (expectsField)
      visit.add('missing field', at(name), 'in the contract, but not in the response', schema);
  }
  if (catchall && catchall._zod.def.type !== 'never') return;
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(shape, name))
      visit.add('unknown field', at(name), `${typeName(value[name])} that isn't in the contract`, schema);
  }
}

/** Whether a field may be absent. */
function isOptional(field: z.core.$ZodType): boolean {
  return z.safeParse(field, undefined).success;
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

function displayValue(def: Schema['_zod']['def'], value: unknown): string {
  return def.type === 'enum' && typeof value === 'string' ? JSON.stringify(value) : typeName(value);
}

function expected(def: Schema['_zod']['def']): string {
  if (def.type === 'enum') return `one of ${Object.values(def.entries).join(', ')}`;
  return `a ${def.type}`;
}

/** Headings below "Records" in `docs/api.md`. */
const records = new Map<z.core.$ZodType, string>([
  [group, 'Group'],
  [partialGroup, 'Group'],
  [role, 'Role'],
  [authenticationResult, 'Authentication result'],
  [jobStatus, 'Background job status'],
]);

/**
 * Where `docs/api.md` describes an endpoint's response, or a record in it.
 * @param schema the innermost object around the deviation; absent for the response itself
 */
function apiReference(endpoint: Endpoint, status: number, schema?: z.core.$ZodType): string {
  if (schema === problemBody) return 'Errors';
  const isProvider = schema && endpoint.path.startsWith('/oidc_ops') && status < 300;
  const record = isProvider ? 'OIDC provider configuration' : schema && records.get(schema);
  if (record) return `Records › ${record}`;
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
  return `Endpoints › ${endpoint.method} ${path}${endpoint.extension ? ' (extension)' : ''}`;
}
