import type { Endpoint } from '../../../contract/endpoint.ts';
import { ApiError, isStatus, lacksMethod } from '../../api/errors.ts';
import { createStore } from '../../lib/store.ts';
import { serviceKind } from './kind.ts';

/** What a service may lack, by the request whose failure shows it. */
const features = {
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
  'GET /sign_in_events': 'a sign-in log',
  'GET /sign_in_counts': 'counts of sign-ins',
  'GET /changes': 'a change log',
  'GET /alerts': 'alerts',
  'POST /group_imports': 'group imports',
  'GET /-/lab/scenario': 'the Lab',
} as const;

/** What a service may lack, as in "This service doesn't offer a list of API keys". */
export type Feature = (typeof features)[keyof typeof features];

/** The feature that the response to a request shows. */
export const featureOf = new Map<string, Feature>(Object.entries(features));

/** What the service lacks, as far as its responses have shown. It may change: the Lab simulates older services. */
export const lackedFeatures = createStore<ReadonlySet<Feature>>(new Set());

/** Learns from a response whether the service offers what was requested. @throws ApiError of the kind `not-offered` */
export async function learnFrom<Response>(
  endpoint: Endpoint,
  response: Promise<Response>,
): Promise<Response> {
  const feature = featureOf.get(`${endpoint.method} ${endpoint.path}`);
  try {
    const received = await response;
    if (feature) setLacked(feature, false);
    return received;
  } catch (error) {
    // A complete service always offers these, unless their group or provider was deleted.
    const isRecord =
      serviceKind.get() === 'complete' && (feature === "a group's users" || feature === 'sign-in tests');
    const isAbsent = lacksMethod(error)
      ? feature || endpoint.method === 'GET'
      : feature && isStatus(error, 404) && !isRecord;
    if (!(error instanceof ApiError) || !isAbsent) throw error;
    // A server's own page for an unknown address.
    const isPage = error.kind === 'not-the-api' && endpoint.extension;
    if (error.kind !== 'problem' && !isPage) throw error;
    if (feature) setLacked(feature, true);
    throw notOffered(endpoint, error.status, error.requestId);
  }
}

/** The error for a request that the service doesn't offer. */
export function notOffered(endpoint: Endpoint, status: number, requestId?: string): ApiError {
  const sentence = `This service doesn't offer ${featureOf.get(`${endpoint.method} ${endpoint.path}`) ?? 'this page'}.`;
  // A documented service lacks extensions in any version.
  const isVersioned = endpoint.since && !(endpoint.extension && serviceKind.get() === 'documented');
  const version = isVersioned ? [`Requires version ${endpoint.since} or later.`] : [];
  return new ApiError('not-offered', status, [sentence, ...version], requestId);
}

function setLacked(feature: Feature, lacked: boolean): void {
  const known = lackedFeatures.get();
  if (known.has(feature) === lacked) return;
  const others = [...known].filter((other) => other !== feature);
  lackedFeatures.set(new Set(lacked ? [...others, feature] : others));
}
