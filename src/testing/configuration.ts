import type { Connection } from '../client/client.ts';
import { ApiError } from '../client/errors.ts';
import { serviceHeader } from '../contract/gateway.ts';
import { createService } from '../configuration/service.ts';
import type { Plan } from '../configuration/plan.ts';
import { apply, type Result } from '../configuration/apply.ts';
import { exportFrom } from '../configuration/export.ts';
import { password, type TestService } from './service.ts';

/** A request of the engine, with its query. */
export interface TestRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: object | undefined;
}

/** How a test responds to it. */
export interface TestResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, unknown>;
}

type Respond = (request: TestRequest) => Promise<TestResponse>;

/** Connects the engine to a test. */
export function connectionTo(respond: Respond): Omit<Connection, 'kind'> {
  return {
    basePath: '',
    exchange: async ({ method }, { address: path, headers, body }) => {
      // JSON, if there's any.
      const request = { method, path, headers, body: body as object | undefined };
      const { status, body: received, headers: more = {} } = await respond(request);
      const named = Object.entries(more).map(([name, value]): [string, string] => [name, String(value)]);
      return { response: new Response(null, { status, headers: named }), body: received, isJson: true };
    },
  };
}

/** What happens to a request on its way. */
export interface Meddling {
  headers?: Record<string, string>;
  /** `before`: the request doesn't arrive; `after`: its response doesn't. */
  loses?(request: TestRequest): 'before' | 'after' | undefined;
  /** Whether the service rejects a request with 503. */
  isBusy?(request: TestRequest): boolean;
  /** The status with which a service that lacks what is requested rejects it. */
  rejects?(request: TestRequest): number | undefined;
  /** Drops the body of responses with 202, whose `Location` says the same. */
  dropsJobs?: boolean;
  /** Called before each request. */
  onRequest?(request: TestRequest): void | Promise<void>;
}

/** Sends the engine's requests to a test service, signed in as a user unless `headers` have an API key. */
export function connect(service: TestService, login: string, meddling: Meddling = {}) {
  const { headers: more = {}, loses, isBusy, rejects, dropsJobs, onRequest } = meddling;
  let cookie: string | undefined;
  const respond: Respond = async (request) => {
    await onRequest?.(request);
    if (isBusy?.(request)) return { status: 503, body: { detail: ['busy'] } };
    const rejected = rejects?.(request);
    if (rejected !== undefined) return { status: rejected, body: { detail: ['Not here'] } };
    cookie ??= await service.signIn(login);
    const lost = loses?.(request);
    if (lost === 'before') throw new ApiError('network', 0, ['cut']);
    const { method, path, headers, body } = request;
    const credentials = more['authorization'] === undefined ? { cookie } : {};
    const response = await service.raw({
      method,
      url: path,
      headers: { ...headers, ...credentials, ...more },
      ...(body === undefined ? {} : { payload: body }),
    });
    if (lost === 'after') throw new ApiError('network', 0, ['cut']);
    const isDropped = dropsJobs && response.status === 202;
    return { ...response, body: isDropped ? undefined : response.body };
  };
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
  return createService(connectionTo(respond), 'test.yaml', pause);
}

interface Simple {
  pause?(milliseconds: number): Promise<void>;
  /** Who is signed in, as `GET /authentication` says. */
  caller?: object;
  /** Whether it has no extensions. */
  isDocumented?: boolean;
}

/** A service that responds like this to everything but `GET /authentication`. */
export function serviceOf(
  respond: Respond,
  { pause, caller = { roles: [] }, isDocumented = false }: Simple = {},
) {
  const headers = isDocumented ? {} : { [serviceHeader]: '9.9.0' };
  const authentication = { status: 200, body: caller, headers };
  const connection = connectionTo((request) =>
    request.path === '/authentication' ? Promise.resolve(authentication) : respond(request),
  );
  return createService(connection, '', pause);
}

/** Carries out a plan, or its first steps. */
export async function carryOut(
  planned: Plan,
  service: ReturnType<typeof connect>,
  { secrets = {}, most = Infinity }: { secrets?: Record<string, string>; most?: number } = {},
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const result of apply(planned, service, new Map(Object.entries(secrets)))) {
    results.push(result);
    if (results.length >= most) break;
  }
  return results;
}

/** The text of an export. */
export async function exported(service: ReturnType<typeof connect>): Promise<string> {
  const { text } = exportFrom(await service.current(), { schema: '/schema.json', service: 'test' });
  return text;
}

/** The secrets that `sampleFile` needs. */
export const sampleSecrets = { PASSWORD: password, SECRET: 'a client secret' };

/** A file with one of everything, below what `sampleData` has. */
export const sampleFile = `palisade: 1
groups:
  - name: EMEA
    groups:
      - name: Acme
        groups:
          - name: Paris
            description: Office
  - name: Asia
roles:
  - name: Operators
    administered_by: EMEA
    applies_to: [EMEA > Acme > Paris, Asia]
    features: { group: rw }
users:
  - { login: tara, name: Tara, group: Asia, roles: [Operators], password: { env: PASSWORD } }
oidc_providers:
  - name: Okta
    issuer: https://okta.example
    authorization_endpoint: https://okta.example/authorize
    token_endpoint: https://okta.example/token
    client_id: console
    client_secret: { env: SECRET }
    username_path: email
`;
