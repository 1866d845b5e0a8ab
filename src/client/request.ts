import { noSessionRenewal } from '../contract/access/authentication.ts';
import type { BodyInputOf, Endpoint, ParamsOf, QueryOf } from '../contract/endpoint.ts';

/** What was called: an endpoint of the contract, or a custom request. */
export type Called = Endpoint | (Pick<Endpoint, 'path' | 'summary'> & { method: string });

/** A call's request. The address is relative to the gateway, or to the service. */
export interface Sent {
  address: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A call's response. */
export interface Received {
  response: {
    status: number;
    statusText: string;
    ok: boolean;
    headers: { get(name: string): string | null };
  };
  /** The parsed JSON, or the text if it isn't JSON; undefined if empty, as with 204. */
  body: unknown;
  isJson: boolean;
}

/** A call's input. Params and query values are converted to text; undefined ones are omitted. */
export interface CallInput<E extends Endpoint> {
  /** A remote service's IDs may have another type than ours. */
  params?: { [Name in keyof ParamsOf<E>]: ParamsOf<E>[Name] | string };
  query?: Partial<Record<keyof QueryOf<E>, string | number | undefined>>;
  body?: BodyInputOf<E>;
  /** Besides the usual ones. */
  headers?: Readonly<Record<string, string>>;
  /** For calls that are repeated automatically: they don't keep the session alive (extension). */
  isPolling?: boolean;
  signal?: AbortSignal | undefined;
}

/** Of the API on the gateway. */
const gatewayPath = '/api';

/** The request that a call sends, without credentials. @param basePath of the API */
export function requestOf<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  basePath = gatewayPath,
): Sent {
  const headers: Record<string, string> = { Accept: 'application/json', ...input.headers };
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  if (input.isPolling) headers['Prefer'] = noSessionRenewal;
  return { address: callAddress(endpoint, input, basePath), headers, body: input.body };
}

/** The call's address, with its parameters encoded. */
export function callAddress<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  basePath = gatewayPath,
): string {
  const params: Record<string, unknown> = input.params ?? {};
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries<string | number | undefined>(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.toString();
  // The gateway's own endpoints aren't below the API's base path.
  return `${path.startsWith('/-/') ? '' : basePath}${path}${search && `?${search}`}`;
}

/** A new request ID. Requests that have the same one belong together in the log of changes. */
export function requestIdHeader(): Readonly<Record<string, string>> {
  // `randomUUID` needs HTTPS.
  return { 'X-Request-Id': crypto.getRandomValues(new Uint32Array(4)).join('-') };
}
