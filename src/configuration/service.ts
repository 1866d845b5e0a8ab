import type { AuthenticationResult } from '../contract/access/authentication.ts';
import type { ListedRole } from '../contract/access/roles.ts';
import type { ListedUser } from '../contract/access/users.ts';
import { configurationHeader } from '../contract/activity/changes.ts';
import type { PartialGroup } from '../contract/groups/groups.ts';
import { startedJobIn } from '../contract/jobs.ts';
import { limits } from '../contract/limits.ts';
import type { OidcOp } from '../contract/oidc/oidc-ops.ts';
import { recordPathIn, type Collection } from '../contract/path-fields.ts';
import { meansInvalid, meansUnknown, sentencesIn } from '../contract/problems.ts';
import { backOff } from '../contract/retry-after.ts';
import { fileLimits, sections, type Section } from './format.ts';

/** A request to the management API, with paths as in its document. */
export interface ServiceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  /** As JSON, if there's any. */
  body?: string;
}

export interface ServiceResponse {
  status: number;
  /** Parsed JSON; undefined for anything else. */
  body: unknown;
  /** Whether the body is something else than JSON, such as a proxy's page. */
  isPage?: boolean;
  location?: string | undefined;
  /** What became of a failed write, if the gateway or the service says so (`outcomeHeader`). */
  outcome?: string | undefined;
  /** How long a busy service asks to wait, in seconds. */
  retryAfter?: number | undefined;
}

/** Sends a request. @throws LostResponse if there's no response */
export type Send = (request: ServiceRequest) => Promise<ServiceResponse>;

/** The request may have been done. */
export class LostResponse extends Error {
  override readonly name = 'LostResponse';
}

/** A job was started whose end isn't known: it may continue. */
export class LostJob extends LostResponse {}

/** The service has rejected a request. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  constructor(
    readonly status: number,
    detail: readonly string[],
  ) {
    super(detail.join('; ') || `the response was ${status}`);
  }

  /** Whether the service doesn't offer the path or the method. */
  get isAbsent(): boolean {
    return [404, 405, 501].includes(this.status);
  }
}

/** Whether the service may lack the path: some refuse unknown ones. */
const mayLack = ({ status, isAbsent }: ServiceError) => isAbsent || status === 403 || meansInvalid(status);

/** A job has failed: the service did nothing, or not all. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
}

/** The service's records, as it returns them. Sections that it doesn't offer, or that weren't requested, are undefined. */
export interface Current {
  groups: PartialGroup[];
  roles?: ListedRole[];
  users?: ListedUser[];
  oidc_providers?: Partial<OidcOp>[];
  /** Path of the caller's group; undefined if the service doesn't say. */
  own?: string | undefined;
  /** Path of the caller. */
  user?: string | undefined;
  /** Why a section couldn't be read. */
  missing: Partial<Record<Section, string>>;
}

export const collections = {
  groups: 'groups',
  roles: 'roles',
  users: 'users',
  oidc_providers: 'oidc_ops',
} as const satisfies Record<Section, Collection>;

export const pathFields = {
  groups: 'group_resource',
  roles: 'role_resource',
  users: 'user_resource',
  oidc_providers: 'resource',
} as const;

const groupFields = 'name,description,group_resource,parent_resource';

/** The documented path of a record; undefined for anything else. */
export function pathOf(section: Section, record: unknown): string | undefined {
  const found = fieldsOf(record);
  const path = found[pathFields[section]];
  if (section === 'oidc_providers' && typeof path !== 'string')
    return recordPathIn('oidc_ops', `/oidc_ops/${String(found['id'])}`);
  return typeof path === 'string' ? recordPathIn(collections[section], path) : undefined;
}

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const mostTries = 10;
/** In seconds. If a service asks for more, the request fails immediately, because nothing would show why it takes so long. */
const longestWait = 60;
const isBusy = ({ status }: ServiceResponse) => status === 429 || status === 503;

/** Whether a write may have been done, although its response isn't a success. */
const mayBeDone = ({ status, body, outcome }: ServiceResponse) =>
  outcome === undefined ? meansUnknown(status, body) : outcome === 'unknown';

/** What reads and writes a service. */
export type Service = ReturnType<typeof createService>;

/**
 * A service behind its API.
 * @param file the name of the configuration file, for the service's log of changes
 * @param pause waits between two requests
 * @param onWait gets a sentence if the service asks to wait
 */
export function createService(
  send: Send,
  file = '',
  pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  onWait: (sentence: string) => void = () => undefined,
) {
  const marked = file === '' ? {} : { [configurationHeader]: encodeURIComponent(file) };

  /** @throws ServiceError, LostResponse */
  async function call(
    method: ServiceRequest['method'],
    path: string,
    data?: object,
  ): Promise<ServiceResponse> {
    const headers = {
      Accept: 'application/json',
      ...(method === 'GET' ? {} : marked),
      ...(data ? { 'Content-Type': 'application/json' } : {}),
    };
    const request = { method, path, headers, ...(data ? { body: JSON.stringify({ data }) } : {}) };
    let response = await send(request);
    // An overloaded service has done nothing (docs/decisions.md, "Status codes"), which a proxy's page doesn't say.
    const isRepeated = (last: ServiceResponse) =>
      isBusy(last) && (method === 'GET' || (!mayBeDone(last) && last.isPage !== true));
    for (let tries = 0; isRepeated(response) && tries < mostTries; tries += 1) {
      const seconds = Math.max(response.retryAfter ?? 0, 1);
      if (seconds > longestWait) break;
      onWait(`The service asks to wait ${seconds} s, ${tries + 1} of ${mostTries}`);
      await pause(seconds * 1_000);
      response = await send(request);
    }
    const { status, body, isPage } = response;
    if (status >= 200 && status < 300) {
      if (!isPage) return response;
      const sentence = `the response (status ${status}) isn't JSON`;
      throw method === 'GET' ? new ServiceError(status, [sentence]) : new LostResponse(sentence);
    }
    const error = new ServiceError(status, sentencesIn(body));
    throw method !== 'GET' && mayBeDone(response) ? new LostResponse(error.message) : error;
  }

  async function get(path: string): Promise<unknown> {
    const { body } = await call('GET', path);
    const inner = fieldsOf(body)['data'];
    return Array.isArray(body) || Array.isArray(inner) || inner === undefined ? body : inner;
  }

  /** Every record of a list once: a service may ignore paging, or reject it (docs/decisions.md, "Lists and paging"). */
  async function list<Item>(section: Section, fields: string, limit: number): Promise<Item[]> {
    const path = `/${collections[section]}`;
    const found = new Map<string, Item>();
    let counted = 0;
    const complete = () => {
      // As a file, what's missing would look as if it didn't exist.
      if (counted > found.size)
        throw new ServiceError(200, [
          `${path}: the service has ${counted} records but returns only ${found.size}`,
        ]);
      return [...found.values()];
    };
    // What's left of the query if the service rejects it.
    const names = [['start', 'limit', 'fields'], ['start', 'limit'], ['start'], []];
    for (let start = 0; ;) {
      const all: Record<string, string> = { start: `${start}`, limit: `${limit}`, ...(fields && { fields }) };
      const query = (names[0] ?? []).flatMap((name) => (all[name] ? [`${name}=${all[name]}`] : []));
      let body: unknown;
      try {
        body = await get(query.length > 0 ? `${path}?${query.join('&')}` : path);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const { status } = error;
        // Some services reject a page after the last one.
        if (start > 0 && (meansInvalid(status) || status === 404 || status === 416)) return complete();
        if (!meansInvalid(status) || names.length === 1) throw error;
        names.shift();
        continue;
      }
      const { rows, data = body } = fieldsOf(body);
      if (typeof rows === 'number') counted = rows;
      if (!Array.isArray(data)) throw new ServiceError(200, [`${path}: the response isn't a list`]);
      const before = found.size;
      for (const item of data as unknown[]) {
        const key = pathOf(section, item);
        if (key === undefined) {
          const shown = JSON.stringify(fieldsOf(item)[pathFields[section]]);
          throw new ServiceError(200, [`${path}: the path of a record isn't understood: ${shown}`]);
        }
        found.set(key, item as Item);
      }
      if (found.size > fileLimits.records) throw new ServiceError(200, [`${path}: has too many records`]);
      if (found.size === before || query.length === 0) return complete();
      start += data.length;
    }
  }

  /** Reads records. Groups are always read, because everything else refers to them. */
  async function current(only: readonly Section[] = sections): Promise<Current> {
    const caller = await get('/authentication').catch((error: unknown) => {
      if (error instanceof ServiceError && error.status !== 401) return undefined;
      throw error;
    });
    const group: Partial<AuthenticationResult['group']> = fieldsOf(fieldsOf(caller)['group']);
    const read: Current = {
      groups: await list<PartialGroup>('groups', groupFields, limits.groupPageMax),
      own: pathOf('groups', group),
      user: pathOf('users', { user_resource: fieldsOf(caller)['user'] }),
      missing: {},
    };
    // Users are described by their roles, and what a role means by its users.
    const together = only.includes('roles') || only.includes('users');
    for (const section of sections) {
      const isNeeded = only.includes(section) || (together && (section === 'roles' || section === 'users'));
      if (section === 'groups' || !isNeeded) continue;
      try {
        // As the section's list contains.
        read[section] = (await list(section, '', limits.pageMax)) as never;
      } catch (error) {
        if (!(error instanceof ServiceError) || !mayLack(error)) throw error;
        read.missing[section] = error.isAbsent
          ? `this service doesn't offer ${section}`
          : `you can't read ${section}: ${error.message}`;
      }
    }
    return read;
  }

  /** Reads a record, from the list if the service can't return one. @returns undefined if it doesn't exist */
  async function record(section: Section, path: string): Promise<unknown> {
    try {
      return await get(path);
    } catch (error) {
      if (!(error instanceof ServiceError) || !mayLack(error)) throw error;
      const all = (await current([section]))[section];
      // It may still exist.
      if (!all) throw error;
      return all.find((item) => pathOf(section, item) === path);
    }
  }

  /** Follows a job to its end. @throws JobFailed, LostResponse, LostJob */
  async function follow({ body, location }: ServiceResponse): Promise<void> {
    const path = startedJobIn(body, location);
    if (path === undefined) throw new LostJob("the service didn't say which job it started");
    let failures = 0;
    for (let wait = 50; ; wait = Math.min(wait * 1.5, 2_000)) {
      try {
        const { finished, failed, message } = fieldsOf(await get(path));
        if (finished === true) {
          // Services before 9.7 keep it (docs/api.md, "Background jobs").
          await call('DELETE', path).catch(() => undefined);
          if (failed) throw new JobFailed(typeof message === 'string' ? message : '');
          return;
        }
        if (finished !== false) throw new LostJob("the job's status doesn't say whether it has finished");
        failures = 0;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const { status, message } = error;
        if (status === 404 || status === 410) throw new LostResponse(`the job's status is gone: ${message}`);
        failures += 1;
        const isTemporary = status < 400 || status === 408 || status === 429 || status >= 500;
        if (!isTemporary || failures > mostTries)
          throw new LostJob(`the job's status can't be read (${message})`);
      }
      await pause(failures > 0 ? backOff(failures) : wait);
    }
  }

  /**
   * Writes, and waits until it's done.
   * @returns the response's body, if the service responds with the record
   * @throws ServiceError, JobFailed if it wasn't done, LostResponse if it may have been, LostJob if it may still be
   */
  async function write(method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<unknown> {
    const response = await call(method, path, data);
    if (response.status === 202) {
      await follow(response);
      return undefined;
    }
    const inner = fieldsOf(response.body)['data'];
    return inner === undefined ? response.body : inner;
  }

  return { current, record, write };
}
