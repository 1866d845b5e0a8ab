import { createService, LostResponse, type Send, type ServiceRequest } from '../configuration/service.ts';
import type { Plan } from '../configuration/plan.ts';
import { apply, type Result } from '../configuration/apply.ts';
import { exportFrom } from '../configuration/export.ts';
import type { TestService } from './service.ts';

/** What happens to a request on its way. */
export interface Meddling {
  headers?: Record<string, string>;
  /** `before`: the request doesn't arrive; `after`: its response doesn't. */
  loses?(request: ServiceRequest): 'before' | 'after' | undefined;
  /** Whether the service rejects a request with 503. */
  isBusy?(request: ServiceRequest): boolean;
  /** The status with which a service that lacks what is requested rejects it. */
  rejects?(request: ServiceRequest): number | undefined;
  /** Drops the body of responses with 202, whose `Location` says the same. */
  dropsJobs?: boolean;
  /** Called before each request. */
  onRequest?(request: ServiceRequest): void | Promise<void>;
}

/** Sends the engine's requests to a test service, signed in as a user unless `headers` have an API key. */
export function connect(service: TestService, login: string, meddling: Meddling = {}) {
  const { headers: more = {}, loses, isBusy, rejects, dropsJobs, onRequest } = meddling;
  let cookie: string | undefined;
  const send: Send = async (request) => {
    await onRequest?.(request);
    if (isBusy?.(request)) return { status: 503, body: { detail: ['busy'] } };
    const rejected = rejects?.(request);
    if (rejected !== undefined) return { status: rejected, body: { detail: ['Not here'] } };
    cookie ??= await service.signIn(login);
    const lost = loses?.(request);
    if (lost === 'before') throw new LostResponse('cut');
    const { method, path, headers, body } = request;
    const credentials = more['authorization'] === undefined ? { cookie } : {};
    const response = await service.raw({
      method,
      url: path,
      headers: { ...headers, ...credentials, ...more },
      ...(body === undefined ? {} : { payload: body }),
    });
    if (lost === 'after') throw new LostResponse('cut');
    const location = response.headers['location'];
    return {
      status: response.status,
      body: dropsJobs && response.status === 202 ? undefined : response.body,
      location: typeof location === 'string' ? location : undefined,
      service: response.headers['x-palisade-service']?.toString(),
    };
  };
  return createService(send, 'test.yaml', () => new Promise((resolve) => setTimeout(resolve, 5)));
}

interface Simple {
  pause?(milliseconds: number): Promise<void>;
  /** Who is signed in, as `GET /authentication` says. */
  caller?: object;
  /** Whether it has no extensions. */
  isDocumented?: boolean;
}

/** A service that responds like this to everything but `GET /authentication`. */
export function serviceOf(send: Send, { pause, caller = { roles: [] }, isDocumented = false }: Simple = {}) {
  const authentication = { status: 200, body: caller, service: isDocumented ? undefined : '9.9.0' };
  return createService(
    (request) => (request.path === '/authentication' ? Promise.resolve(authentication) : send(request)),
    '',
    pause,
  );
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
