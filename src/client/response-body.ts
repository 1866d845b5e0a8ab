import * as z from 'zod/mini';
import type { Endpoint } from '../contract/endpoint.ts';
import { shapeOf } from '../contract/fields.ts';
import { idInPath, type Collection } from '../contract/path-fields.ts';
import { isolate } from '../contract/isolate.ts';
import { ApiError } from './errors.ts';
import { recordPath, withRecordPaths } from './record-paths.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A kind of record, and what a response must have to be one. */
interface RecordKind {
  /** "a group". */
  noun: string;
  /** The field with its path, or what else distinguishes it from other responses. */
  field: string;
  /** @returns the record as the console reads it; undefined if the field is missing or isn't understood */
  read(record: Fields): Fields | undefined;
  /** Whether it can't be read again. */
  shownOnce?: true;
}

const kinds: Partial<Record<string, RecordKind>> = {
  groups: { noun: 'a group', field: 'group_resource', read: identifiedBy('groups', 'group_resource') },
  users: { noun: 'a user', field: 'user_resource', read: identifiedBy('users', 'user_resource') },
  roles: { noun: 'a role', field: 'role_resource', read: identifiedBy('roles', 'role_resource') },
  oidc_ops: { noun: 'a provider', field: 'resource', read: readProvider },
  delayed_job_statuses: {
    noun: 'a job status',
    field: 'finished',
    read: readJobStatus,
  },
  api_keys: {
    noun: 'an API key',
    field: 'key',
    read: (created) => (typeof created['key'] === 'string' ? created : undefined),
    shownOnce: true,
  },
};

function identifiedBy(collection: Collection, field: string): RecordKind['read'] {
  return (record) => (idInPath(collection, record[field]) === undefined ? undefined : record);
}

function readJobStatus(status: Fields): Fields | undefined {
  if (typeof status['finished'] !== 'boolean') return undefined;
  return typeof status['message'] === 'string' ? status : { ...status, message: '' };
}

/** A provider has an ID and a path, and either is enough. */
function readProvider(record: Fields): Fields | undefined {
  const { id, resource } = record;
  const path = recordPath('oidc_ops', typeof resource === 'string' ? resource : `/oidc_ops/${String(id)}`);
  const known = idInPath('oidc_ops', path);
  if (known === undefined) return undefined;
  return id === known && resource === path ? record : { ...record, id: known, resource: path };
}

/**
 * Reads the body of a successful response: paths of records are written as documented, and a record is unwrapped if the
 * service wrapped it.
 * @returns undefined if the response to a write should be a record but doesn't identify one: the write was done
 * @throws ApiError if a read, or a write whose result can't be read again, returns something else than was requested
 */
export function readBody(endpoint: Endpoint, received: unknown): unknown {
  const body = withRecordPaths(received);
  const { 200: ok, 201: created = ok } = endpoint.responses;
  const shape = shapeOf(created ?? undefined);
  const kind = kinds[/(\w+)(?:\/:\w+)?$/.exec(endpoint.path)?.[1] ?? ''];
  if (shape['data'] instanceof z.core.$ZodArray) return readList(kind, body);
  if (!kind || !(kind.field in shape)) return body;
  const record = kind.read(fieldsOf(body)) ?? kind.read(unwrapped(body));
  if (!record && (endpoint.method === 'GET' || kind.shownOnce)) throw unexpected(kind.noun, kind.field, body);
  return record;
}

function readList(kind: RecordKind | undefined, body: unknown): unknown {
  const { data, rows } = fieldsOf(body);
  if (!Array.isArray(data)) throw unexpected('a list', 'data', body);
  const items =
    !kind || kind.shownOnce
      ? data
      : data.map((item) => {
          const record = kind.read(fieldsOf(item));
          if (!record) throw unexpected(kind.noun, kind.field, item);
          return record;
        });
  return { ...fieldsOf(body), rows: Math.max(Number(rows) || 0, data.length), data: items };
}

/** What a service has wrapped in `data`, as in requests; empty if there's nothing. */
export function unwrapped(body: unknown): Fields {
  return fieldsOf(fieldsOf(body)['data']);
}

function fieldsOf(value: unknown): Fields {
  // Reading a missing property of any object gives undefined.
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** A response that isn't what was requested, with what came instead. @param field that it should have */
export function unexpected(noun: string, field: string, body: unknown): ApiError {
  return new ApiError('not-the-api', 200, [`The service's response isn't ${noun}: ${whatCame(body, field)}`]);
}

const mostNames = 5;
const longestName = 40;

/** Names only: values may be secret. */
function whatCame(body: unknown, missing: string): string {
  if (body === undefined || body === '') return "it's empty";
  if (Array.isArray(body)) return `it's a list of ${count(body.length, 'item')}`;
  if (typeof body !== 'object' || body === null) return `it's ${body === null ? 'null' : `a ${typeof body}`}`;
  if (missing in body) return `its ${missing} isn't understood`;
  const names = Object.keys(body);
  if (names.length === 0) return "it's an empty object";
  const more = names.length - mostNames;
  const others = more > 0 ? ` and ${count(more, 'more field')}` : '';
  const shown = names.slice(0, mostNames).map((name) => isolate(name.slice(0, longestName)));
  return `it has no ${missing}, but ${shown.join(', ')}${others}`;
}

const count = (value: number, noun: string) =>
  `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`;
