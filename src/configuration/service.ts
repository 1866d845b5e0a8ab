import type { ListedRole } from '../contract/access/roles.ts';
import type { ListedUser } from '../contract/access/users.ts';
import { configurationHeader } from '../contract/activity/changes.ts';
import type { Endpoint, ResponseOf } from '../contract/endpoint.ts';
import { authenticationEndpoints } from '../contract/endpoints/authentication.ts';
import { groupsEndpoints } from '../contract/endpoints/groups.ts';
import { jobsEndpoints } from '../contract/endpoints/jobs.ts';
import { oidcLoginsEndpoints } from '../contract/endpoints/oidc-logins.ts';
import { oidcOpsEndpoints } from '../contract/endpoints/oidc-ops.ts';
import { rolesEndpoints } from '../contract/endpoints/roles.ts';
import { usersEndpoints } from '../contract/endpoints/users.ts';
import type { PartialGroup } from '../contract/groups/groups.ts';
import { jobIdOf, type JobStatus } from '../contract/jobs.ts';
import { limits } from '../contract/limits.ts';
import type { OidcOp } from '../contract/oidc/oidc-ops.ts';
import { recordPathIn, type Collection } from '../contract/path-fields.ts';
import { backOff } from '../contract/retry-after.ts';
import { createClient, type Connection } from '../client/client.ts';
import { ApiError, isAbsent, isRefused, isStatus } from '../client/errors.ts';
import type { ServiceKind } from '../client/kind.ts';
import { createLists } from '../client/lists.ts';
import { withDefaults } from '../client/records.ts';
import { requestIdHeader, type CallInput } from '../client/request.ts';
import { retryWait } from '../client/retries.ts';
import { fileLimits, sections, type Section } from './format.ts';

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

type AnyEndpoint = Endpoint & Required<Pick<Endpoint, 'params' | 'body'>>;
const endpoints = [groupsEndpoints, rolesEndpoints, usersEndpoints, oidcOpsEndpoints].flatMap(
  (each): Endpoint[] => Object.values(each),
);
const idPattern = /\/(\d+)/;

/** The endpoint that a record's or a collection's path belongs to, such as `/groups/5`. */
function endpointOf(method: Endpoint['method'], path: string): AnyEndpoint {
  const pattern = path.replace(idPattern, '/:id');
  return endpoints.find((each) => each.method === method && each.path === pattern) as AnyEndpoint;
}

const paramsIn = (path: string) => ({ id: idPattern.exec(path)?.[1] ?? '' });

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

/** How long to wait before a request is repeated that a busy service rejected, in seconds; undefined if it isn't repeated. */
function waitFor({ method }: Endpoint, error: unknown): number | undefined {
  if (!(error instanceof ApiError) || (error.status !== 429 && error.status !== 503)) return undefined;
  // An overloaded service has done nothing (docs/decisions.md, "Status codes"), which a proxy's page doesn't say.
  if (method !== 'GET' && (error.mayBeDone || error.kind !== 'problem')) return undefined;
  const seconds = Math.max(error.retryAfterSeconds ?? 0, 1);
  return seconds > longestWait ? undefined : seconds;
}

/** The error of a write that was accepted, and may have been done. */
const unknownOutcome = (sentence: string) =>
  Object.assign(new ApiError('problem', 202, [sentence]), { mayBeDone: true });

/** How many there are, by what one is called. */
export type Counts = Readonly<Record<string, number>>;

/** What reads and writes a service. */
export type Service = ReturnType<typeof createService>;

/**
 * A service behind its API.
 * @param file the name of the configuration file, for the service's log of changes
 * @param pause waits between two requests
 * @param onWait gets a sentence if the service asks to wait
 */
export function createService(
  connection: Omit<Connection, 'kind'>,
  file = '',
  pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  onWait: (sentence: string) => void = () => undefined,
) {
  let kind: ServiceKind | undefined;
  const isDocumented = () => kind === 'documented';
  const client = createClient({ ...connection, kind: { get: () => kind, set: (known) => (kind = known) } });
  const { loadList } = createLists(call, isDocumented);
  const headers =
    file === '' ? {} : { [configurationHeader]: encodeURIComponent(file), ...requestIdHeader() };

  /** Calls the API, again and again while the service asks to wait. @throws ApiError as `createClient` says */
  async function call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await client(endpoint, input);
      } catch (error) {
        const seconds = waitFor(endpoint, error);
        if (seconds === undefined || tries > mostTries) throw error;
        onWait(`The service asks to wait ${seconds} s, ${tries} of ${mostTries}`);
        await pause(seconds * 1_000);
      }
    }
  }

  /** Every record of a list. As a file, what's missing would look as if it didn't exist. */
  async function list<Item>(section: Section): Promise<Item[]> {
    const endpoint = endpointOf('GET', `/${collections[section]}`);
    const refuse = (why: string) => new ApiError('problem', 200, [`${endpoint.path}: ${why}`]);
    const [query, maxPageSize] =
      section === 'groups' ? [{ fields: groupFields }, limits.groupPageMax] : [{}, limits.pageMax];
    const { records, total } = await loadList(endpoint, { query }, (item: Item) => pathOf(section, item), {
      maxPageSize,
      onProgress: ({ size }) => {
        if (size > fileLimits.records) throw refuse('has too many records');
      },
    });
    if (records.length > fileLimits.records) throw refuse('has too many records');
    if (total > records.length)
      throw refuse(`the service has ${total} records but returns only ${records.length}`);
    return section === 'oidc_providers' ? withSecretEnds(records) : records;
  }

  /** Providers with what isn't in their records: when their secrets end. */
  async function withSecretEnds<Item>(providers: Item[]): Promise<Item[]> {
    if (isDocumented()) return providers;
    const data = await call(oidcOpsEndpoints.listWatches).then(
      ({ body }) => body.data,
      (error: unknown) => {
        // An older service.
        if (isAbsent(error)) return [];
        throw error;
      },
    );
    const ends = new Map(data.map((each) => [each.oidc_op_resource, each.client_secret_ends_on]));
    const endOf = (provider: Item) => ends.get(pathOf('oidc_providers', provider) ?? '') ?? '';
    return providers.map((provider) => ({ ...provider, client_secret_ends_on: endOf(provider) }));
  }

  /** Reads records. Groups are always read, because everything else refers to them. */
  async function current(only: readonly Section[] = sections): Promise<Current> {
    const { body } = await call(authenticationEndpoints.getAuthentication);
    const { user, group } = withDefaults(body);
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
    if (section === 'groups' && isDocumented())
      return (await list(section)).find((each) => pathOf(section, each) === path);
    try {
      const { body } = await call(endpointOf('GET', path), { params: paramsIn(path) });
      return section === 'oidc_providers' ? (await withSecretEnds([body]))[0] : body;
    } catch (error) {
      if (isStatus(error, 404)) return undefined;
      throw error;
    }
  }

  /** Counts what is lost with each of these users and providers: nothing of what the service doesn't say immediately. */
  async function lostWith(paths: readonly string[]): Promise<Counts[]> {
    const isUser = (path: string) => recordPathIn('users', path) !== undefined;
    const ofProviders = paths.every(isUser) ? undefined : client(oidcLoginsEndpoints.countOidcSessions);
    const counts = async (path: string): Promise<Counts> => {
      if (!isUser(path)) {
        const all = (await ofProviders)?.body.data ?? [];
        const use = all.find((each) => recordPathIn('oidc_ops', each.oidc_op_resource) === path);
        return { session: use?.sessions ?? 0, 'known user': use?.identities ?? 0 };
      }
      const page = { params: { id: Number(paramsIn(path).id) }, query: { start: 0, limit: 1 } };
      const [sessions, keys] = await Promise.all([
        client(usersEndpoints.listSessions, page),
        client(usersEndpoints.listApiKeys, page),
      ]);
      return { session: sessions.body.rows, 'API key': keys.body.rows };
    };
    return Promise.all(paths.map((path) => counts(path).catch(() => ({}))));
  }

  /** Follows a job to its end. @throws ApiError, JobFailed */
  async function follow(path: string): Promise<void> {
    if (path === '') throw unknownOutcome("the service didn't say which job it started");
    const params = { id: jobIdOf(path) };
    for (let wait = 50, failures = 0; ; wait = Math.min(wait * 1.5, 2_000)) {
      try {
        const { finished, failed, message } = (await call(jobsEndpoints.getJobStatus, { params })).body;
        if (finished) {
          // Services before 9.7 keep it (docs/api.md, "Background jobs").
          await call(jobsEndpoints.deleteJobStatus, { params }).catch(() => undefined);
          if (failed) throw new JobFailed(message);
          return;
        }
        failures = 0;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failures += 1;
        if (retryWait(0, error) === undefined || failures > mostTries)
          throw unknownOutcome(`the job's status can't be read (${error.message})`);
      }
      await pause(failures > 0 ? backOff(failures) : wait);
    }
  }

  /**
   * Writes, and waits until it's done.
   * @returns the response's body, if the service responds with the record
   * @throws ApiError, which says whether it may have been done, or JobFailed
   */
  async function write(method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<unknown> {
    const { client_secret_ends_on: ends, ...others } = fieldsOf(data);
    if (ends === undefined) return writeRecord(method, path, data);
    // It isn't part of the record.
    const written = Object.keys(others).length > 0 && (await writeRecord(method, path, others));
    await writeRecord('PUT', `${path}/watch`, { client_secret_ends_on: ends || null });
    return written;
  }

  async function writeRecord(method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object) {
    const input = {
      params: paramsIn(path),
      headers: isDocumented() ? {} : headers,
      ...(data && { body: { data } }),
    };
    const { status, body } = await call(endpointOf(method, path), input);
    if (status !== 202) return body;
    await follow((body as JobStatus).delayed_job_status_resource);
    return undefined;
  }

  return { current, list, record, lostWith, write, isDocumented };
}
