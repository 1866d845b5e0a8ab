import type { ListedRole } from '../contract/access/roles.ts';
import type { ListedUser } from '../contract/access/users.ts';
import { configurationHeader } from '../contract/activity/changes.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { groupsEndpoints } from '../contract/endpoints/groups.ts';
import { jobsEndpoints } from '../contract/endpoints/jobs.ts';
import { oidcOpsEndpoints } from '../contract/endpoints/oidc-ops.ts';
import { rolesEndpoints } from '../contract/endpoints/roles.ts';
import { usersEndpoints } from '../contract/endpoints/users.ts';
import type { PartialGroup } from '../contract/groups/groups.ts';
import { startedJobIn } from '../contract/jobs.ts';
import { limits } from '../contract/limits.ts';
import type { OidcOp } from '../contract/oidc/oidc-ops.ts';
import { recordPathIn, type Collection } from '../contract/path-fields.ts';
import { meansUnknown, sentencesIn } from '../contract/problems.ts';
import { backOff } from '../contract/retry-after.ts';
import { ApiError, isAbsent, isRefused, isStatus } from '../client/errors.ts';
import { kindIn, type ServiceKind } from '../client/kind.ts';
import { createLists, type ListPage } from '../client/lists.ts';
import { withRecordPaths } from '../client/record-paths.ts';
import { withDefaults } from '../client/records.ts';
import { readBody } from '../client/response-body.ts';
import { callAddress } from '../client/request.ts';
import { retryWait } from '../client/retries.ts';
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
  /** What the service says that it is (`serviceHeader`). */
  service?: string | undefined;
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

const lists = {
  groups: groupsEndpoints.listGroups as Endpoint,
  roles: rolesEndpoints.listRoles as Endpoint,
  users: usersEndpoints.listUsers as Endpoint,
  oidc_providers: oidcOpsEndpoints.listOidcOps as Endpoint,
};

const groupFields = 'name,description,group_resource,parent_resource';

/** The documented path of a record; undefined for anything else. */
export function pathOf(section: Section, record: unknown): string | undefined {
  const path = fieldsOf(record)[pathFields[section]];
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
  let kind: ServiceKind | undefined;
  const { loadAll } = createLists(
    () => Promise.reject(new Error('Lists are read page by page')),
    () => kind === 'documented',
  );
  const documentedQuery = ({ start, ...others }: Record<string, string | number>) =>
    kind === 'documented' ? { start: start || undefined } : { start, ...others };
  const marked = file === '' ? {} : { [configurationHeader]: encodeURIComponent(file) };

  /** @throws ApiError, LostResponse */
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
      throw method === 'GET' ? new ApiError('problem', status, [sentence]) : new LostResponse(sentence);
    }
    const error = new ApiError('problem', status, sentencesIn(body));
    throw method !== 'GET' && mayBeDone(response) ? new LostResponse(error.message) : error;
  }

  async function get(path: string): Promise<unknown> {
    const { body } = await call('GET', path);
    const inner = fieldsOf(body)['data'];
    return inner === undefined ? body : inner;
  }

  /** Every record of a list. As a file, what's missing would look as if it didn't exist. */
  async function list<Item>(section: Section): Promise<Item[]> {
    const endpoint = lists[section];
    const [fields, most] = section === 'groups' ? [groupFields, limits.groupPageMax] : ['', limits.pageMax];
    const fetchPage = async (start: number, limit: number) => {
      const all = { start, limit, ...(fields && { fields }) };
      const { body } = await call('GET', callAddress(endpoint, { query: documentedQuery(all) }, ''));
      return readBody(endpoint, body) as ListPage<Item>;
    };
    const refuse = (why: string) => new ApiError('problem', 200, [`${endpoint.path}: ${why}`]);
    const { records, total } = await loadAll(fetchPage, (item) => pathOf(section, item), {
      maxPageSize: most,
      onProgress: ({ size }) => {
        if (size > fileLimits.records) throw refuse('has too many records');
      },
    });
    if (total > records.length)
      throw refuse(`the service has ${total} records but returns only ${records.length}`);
    return records;
  }

  /** Reads records. Groups are always read, because everything else refers to them. */
  async function current(only: readonly Section[] = sections): Promise<Current> {
    const response = await call('GET', '/authentication');
    kind = kindIn(response.service);
    const { user, group } = withDefaults(response.body);
    const read: Current = {
      groups: await list<PartialGroup>('groups'),
      own: group.group_resource || undefined,
      user: user || undefined,
      missing: {},
    };
    // Users are described by their roles, and what a role means by its users.
    const together = only.includes('roles') || only.includes('users');
    for (const section of sections) {
      const isNeeded = only.includes(section) || (together && (section === 'roles' || section === 'users'));
      if (section === 'groups' || !isNeeded) continue;
      try {
        if (lists[section].extension && kind === 'documented') throw new ApiError('not-offered', 404, []);
        // As the section's list contains.
        read[section] = (await list(section)) as never;
      } catch (error) {
        if (!isAbsent(error) && !isRefused(error)) throw error;
        read.missing[section] = isAbsent(error)
          ? `this service doesn't offer ${section}`
          : `you can't read ${section}: ${(error as ApiError).message}`;
      }
    }
    return read;
  }

  /** Reads a record. @returns undefined if it doesn't exist */
  async function record(section: Section, path: string): Promise<unknown> {
    // A documented service only lists groups.
    if (section === 'groups' && kind === 'documented')
      return (await list(section)).find((group) => pathOf(section, group) === path);
    try {
      return withRecordPaths(await get(path));
    } catch (error) {
      if (isStatus(error, 404)) return undefined;
      throw error;
    }
  }

  /** Follows a job to its end. @throws JobFailed, LostResponse */
  async function follow({ body, location }: ServiceResponse): Promise<void> {
    const path = startedJobIn(body, location);
    if (path === undefined) throw new LostResponse("the service didn't say which job it started");
    for (let wait = 50, failures = 0; ; wait = Math.min(wait * 1.5, 2_000)) {
      try {
        const { finished, failed, message } = fieldsOf(readBody(jobsEndpoints.getJobStatus, await get(path)));
        if (finished === true) {
          // Services before 9.7 keep it (docs/api.md, "Background jobs").
          await call('DELETE', path).catch(() => undefined);
          if (failed) throw new JobFailed(typeof message === 'string' ? message : '');
          return;
        }
        failures = 0;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failures += 1;
        if (retryWait(0, error) === undefined || failures > mostTries)
          throw new LostResponse(`the job's status can't be read (${error.message})`);
      }
      await pause(failures > 0 ? backOff(failures) : wait);
    }
  }

  /**
   * Writes, and waits until it's done.
   * @returns the response's body, if the service responds with the record
   * @throws ApiError, JobFailed if it wasn't done, LostResponse if it may have been
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

  return { current, record, write, isDocumented: () => kind === 'documented' };
}
