import type { Endpoint } from '../contract/endpoint.ts';
import { ApiError, isStatus, lacksMethod } from './errors.ts';
import type { ServiceKind } from './kind.ts';

/** What a service may lack, by the request whose failure shows it. */
export const features = {
  'GET /users': 'user management',
  'GET /roles': 'role management',
  'GET /groups/:id/users': "a group's users",
  'POST /user_lookups': 'user lookups',
  'GET /users/:id/api_keys': 'a list of API keys',
  'GET /users/:id/sessions': 'sessions',
  'POST /authentication/password': 'password changes',
  'GET /oidc_ops': 'OIDC providers',
  'GET /oidc_logins': 'OIDC sign-in',
  'GET /oidc_trials': 'a list of sign-in tests',
  'POST /oidc_trials': 'sign-in tests',
  'POST /oidc_logins/:id/trials': 'sign-in tests',
  'GET /-/oidc-metadata': 'provider metadata',
  'GET /oidc_watches': 'a watch of providers',
  'GET /sign_in_events': 'a sign-in log',
  'GET /sign_in_counts': 'counts of sign-ins',
  'GET /changes': 'a change log',
  'GET /alerts': 'alerts',
  'GET /alerts/destinations': 'destinations of alerts',
  'POST /alerts/test': 'test alerts',
  'POST /group_imports': 'group imports',
  'GET /-/lab/scenario': 'the Lab',
} as const;

/** What a service may lack, as in "This service doesn't offer a list of API keys". */
export type Feature = (typeof features)[keyof typeof features];

const byRequest = new Map<string, Feature>(Object.entries(features));

/** The feature that the response to a request shows. */
export function featureOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): Feature | undefined {
  return byRequest.get(`${method} ${path}`);
}

/** What a failed call means: the error, or that the service doesn't offer what was requested. */
export function whyFailed(endpoint: Endpoint, error: unknown, kind: ServiceKind | undefined): unknown {
  const feature = featureOf(endpoint);
  // A complete service always offers these, unless their group or provider was deleted.
  const isRecord = kind === 'complete' && (feature === "a group's users" || feature === 'sign-in tests');
  const isAbsent = lacksMethod(error)
    ? feature || endpoint.method === 'GET'
    : feature && isStatus(error, 404) && !isRecord;
  if (!(error instanceof ApiError) || !isAbsent) return error;
  // A server's own page for an unknown address.
  const isPage = error.kind === 'not-the-api' && endpoint.extension;
  if (error.kind !== 'problem' && !isPage) return error;
  return notOffered(endpoint, error.status, kind, error.requestId);
}

/** The error for a request that the service doesn't offer. */
export function notOffered(
  endpoint: Endpoint,
  status: number,
  kind: ServiceKind | undefined,
  requestId?: string,
): ApiError {
  const sentence = `This service doesn't offer ${featureOf(endpoint) ?? 'this page'}.`;
  // A documented service lacks extensions in any version.
  const isVersioned = endpoint.since && !(endpoint.extension && kind === 'documented');
  const version = isVersioned ? [`Requires version ${endpoint.since} or later.`] : [];
  return new ApiError('not-offered', status, [sentence, ...version], requestId);
}
