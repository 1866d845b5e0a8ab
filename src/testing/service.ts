import { hash } from '@node-rs/argon2';
import fastify, { type InjectOptions } from 'fastify';
import type { DemoDatabase } from '../demo/data/database.ts';
import { loadDataSet, loadIfEmpty, type DataSet } from '../demo/data/load.ts';
import { buildService } from '../service/app.ts';
import { createOutbound } from '../service/outbound/outbound.ts';
import type { ServiceOptions } from '../service/service.ts';
import type { Database } from '../service/store/database/database.ts';
import { unitOfWork } from '../service/store/tables/stores.ts';
import { loginSkeleton } from '../contract/access/login-skeleton.ts';
import { searchText } from '../contract/search.ts';
import { stepLimit } from '../tooling/time-limits.ts';
import { services } from './databases.ts';

/** The password of every user in `sampleData`. */
export const password = 'correct horse battery';

/**
 * Default > EMEA > Acme > Berlin, and Default > Americas; one user per kind of access.
 * IDs: Default 0, EMEA 1, Acme 2, Berlin 3, Americas 4; users are numbered from 1.
 */
export const sampleData: DataSet = {
  groups: [
    { name: 'EMEA', description: 'Europe', parent: null },
    { name: 'Acme', description: '', parent: 0 },
    { name: 'Berlin', description: '', parent: 1 },
    { name: 'Americas', description: '', parent: null },
  ],
  roles: [
    {
      name: 'Administrators',
      description: '',
      group: null,
      features: { group: 'rw', group_admin: 'rw', palisade: 'rw' },
    },
    {
      name: 'Tenant administrators',
      description: '',
      group: 0,
      features: { group: 'rw', group_admin: 'rw' },
    },
    { name: 'Auditors', description: '', group: null, features: { group: 'ro', palisade: 'ro' } },
  ],
  users: [
    { login: 'admin', displayName: '', password, group: null, roles: [0] },
    { login: 'tenant', displayName: '', password, group: 0, roles: [1] },
    { login: 'auditor', displayName: '', password, group: null, roles: [2] },
    { login: 'guest', displayName: '', password, group: 3, roles: [] },
  ],
};

/** Stores record activity, which is sent nowhere else. */
export const recording = { isOn: true, onEntry: () => undefined };

/** Where sign-ins in tests come from. */
export const testOrigin = { address: '192.0.2.1', userAgent: 'test', requestId: 'test' };

/** What a rejected request's response has. */
export const refusedWith = (status: number, ...detail: unknown[]) => ({ status, body: { detail } });

/** The cheapest argon2id, because tests sign in very often. */
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
export const hashCheaply = (text: string) => hash(text, cost);
const columns = { hashPassword: hashCheaply, searchText, loginSkeleton };

/** Loads records into a database. */
export function loadData(db: DemoDatabase, dataSet: DataSet = sampleData): Promise<void> {
  return loadDataSet(db, columns, dataSet);
}

/** A service that gets HTTP requests without listening on a port. */
export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** The secret key of test services. */
export const testSecretKey = 'a secret key for tests, long enough';

/** What records say of themselves when they are created. */
type Created = Record<
  | 'resource'
  | 'group_resource'
  | 'user_resource'
  | 'role_resource'
  | 'api_key_resource'
  | 'oidc_trial_resource'
  | 'key',
  string
> & { id: number };

/** Starts a service on a database. An empty one is filled with `sampleData`, unless `data` is given. */
export async function startTestService(
  database: Database,
  {
    version = '10.0',
    data,
    ...options
  }: Partial<Omit<ServiceOptions, 'version'>> & { version?: string; data?: DataSet } = {},
) {
  const clock = { now: new Date('2026-01-01T12:00:00Z') };
  if (data !== undefined) await loadData(database.db, data);
  else await loadIfEmpty(database.db, columns, sampleData);
  const app = fastify({
    logger: { level: 'fatal' },
    requestIdHeader: 'x-request-id',
    routerOptions: { maxParamLength: 16_384 },
  });
  const count = (by: number) => void services.set(database, (services.get(database) ?? 0) + by);
  count(1);
  app.addHook('onClose', async () => count(-1));
  await app.register(
    buildService({
      database,
      version: () => version,
      secureCookies: false,
      extensions: true,
      jobStatusTtlSeconds: 3600,
      outbound: createOutbound(),
      secretKey: testSecretKey,
      baseUrl: () => 'http://localhost:8080/api',
      now: () => clock.now,
      strict: true,
      watchMilliseconds: 0,
      queueMilliseconds: stepLimit,
      ...options,
    }),
  );
  const cookies = new Map<string, string>();
  const raw = async (sent: Omit<InjectOptions, 'method'> & { method: string }) => {
    // Tests also send methods that no route has.
    const response = await app.inject(sent as InjectOptions);
    const text = response.body;
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.statusCode, headers: response.headers as Record<string, unknown>, body, text };
  };
  const request = async (
    as: string | undefined,
    method: string,
    url: string,
    values?: object,
    { remoteAddress, ...headers }: { remoteAddress?: string } & Record<string, string> = {},
  ) => {
    if (as !== undefined && !cookies.has(as)) cookies.set(as, await signIn(as));
    const cookie = as === undefined ? undefined : cookies.get(as);
    const type = values ? { 'content-type': 'application/json' } : {};
    return raw({
      method,
      url,
      headers: { ...(cookie ? { cookie } : {}), ...type, ...headers },
      ...(values ? { payload: JSON.stringify({ data: values }) } : {}),
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    });
  };
  const asAdmin =
    (method: string) =>
    (
      url: string,
      ...more: [values?: object, headers?: { remoteAddress?: string } & Record<string, string>]
    ) =>
      request('admin', method, url, ...more);
  const signIn = async (login: string): Promise<string> => {
    const response = await request(undefined, 'POST', '/authentication', { login, password });
    return [response.headers['set-cookie']].flat().join().split(';')[0] ?? '';
  };
  const finished = async (as: string, path: string) => {
    for (;;) {
      const { status: code, body } = await request(as, 'GET', path);
      if (code === 404) throw new Error(`${path} doesn't exist`);
      const status = body as { message: string; finished: boolean; failed: boolean };
      if (status.finished) return status;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    app,
    /** The service's clock; tests set it. */
    clock,
    /** The stores and transactions of the service's database, by its clock. */
    work: unitOfWork(database.db, () => clock.now, recording),
    /** Sends a request without adding anything. */
    raw,
    /** Sends a GET request with only these cookies, as a browser does that follows a link or redirect. */
    visit: (url: string, cookie = '') => raw({ method: 'GET', url, headers: cookie ? { cookie } : {} }),
    /** Sends a request, signed in as the user `as` if given. Besides headers, it can have the address that it comes from. */
    request,
    /** Sends a request as the administrator. */
    get: asAdmin('GET'),
    post: asAdmin('POST'),
    put: asAdmin('PUT'),
    delete: asAdmin('DELETE'),
    /** The session cookie of a fresh sign-in. */
    signIn,
    /** Creates a record and returns it. */
    create: async (path: string, values?: object, as = 'admin') => {
      const { status, body, text } = await request(as, 'POST', path, values);
      if (status !== 201) throw new Error(`Nothing was created: ${status} ${text}`);
      return body as Created;
    },
    /** Polls a job until it has finished and returns its last status. */
    finished,
    /** Has a write done by a job and returns its last status. */
    inBackground: async (as: string, method: string, url: string, values?: object) => {
      const { status, headers, text } = await request(as, method, url, values, { prefer: 'respond-async' });
      if (status !== 202) throw new Error(`No job was started: ${status} ${text}`);
      return finished(as, String(headers['location']));
    },
    close: () => app.close(),
  };
}
