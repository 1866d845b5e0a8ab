import type { WatchState } from '../../../contract/oidc/watch.ts';
import type { OidcLoginError, WatchCause } from '../../../contract/oidc/sign-in-causes.ts';
import type { FilledField } from '../../../contract/oidc/metadata.ts';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { isAhead } from '../clock.ts';

/** How the message of a failed token request begins if the provider has rejected the code. */
export const codeRejected = 'The token endpoint rejected the code';

/** What looking at a provider found out. */
export interface Look {
  /** Why signing in can't work. */
  causes: WatchCause[];
  /** What isn't wrong yet. */
  warnings: WatchCause[];
  certificate_ends: string | null;
  keys: string[];
  /** Null if it couldn't be fetched, or there's no metadata URL. */
  published: { [Field in FilledField]?: string } | null;
}

/** What probes have shown. */
export interface Probe {
  /** Identifies the client and its secret. */
  client: string;
  /** When the secret was last sent; ISO 8601, as the next. */
  at: string;
  /** How the provider rejected it then. */
  refusal: OidcLoginError | null;
  /** When the provider last accepted it. */
  proved_at: string | null;
  /** The token endpoint that got a made-up secret, and whether it then rejected the client. */
  judge: { endpoint: string; rejects: boolean } | null;
}

/** What's known about the present configuration of a provider, by when it was found out. */
export interface Evidence {
  /** With what sign-ins have worked despite, while it lasts. */
  look: (Look & { accepted: WatchCause[] }) | null;
  /** When that look began. */
  checked_at: Date | null;
  /** The last sign-in or test that worked. */
  worked_at: Date | null;
  /** Why one has failed since, if that's the client's or the provider's fault. */
  failure: OidcLoginError | null;
  probe: Probe | null;
}

/** What's known about a client that wasn't probed. */
export const unproved = { client: '', refusal: null, proved_at: null };
export const noEvidence = { look: null, checked_at: null, worked_at: null, failure: null };

/** How long a sign-in, a test or a probe proves that signing in works. */
const provenMilliseconds = 24 * 3_600_000;

/**
 * Whether signing in works (docs/administrator.md, "Watch providers"). A sign-in overrides what's older. A failed one counts until one
 * works: looks don't call the token endpoint. Nothing waits for times in the future, which a wrong clock has stored.
 */
export function judge(
  { look, checked_at, worked_at, failure, probe }: Evidence,
  now: Date,
): { state: WatchState; causes: WatchCause[] } {
  const timeOf = (at: Date | string | null | undefined) =>
    at && !isAhead(new Date(at), now) ? new Date(at).getTime() : 0;
  const worked = timeOf(worked_at);
  const broken: WatchCause[] = [
    ...(failure ? [failure] : []),
    ...(probe?.refusal && worked <= timeOf(probe.at) ? [probe.refusal] : []),
    ...(look && worked <= timeOf(checked_at) ? look.causes : []),
  ];
  const warnings = look?.warnings ?? [];
  if (broken.length > 0) return { state: 'broken', causes: [...new Set([...broken, ...warnings])] };
  const proved = Math.max(worked, look ? timeOf(probe?.proved_at) : 0);
  return { state: now.getTime() - proved <= provenMilliseconds ? 'works' : 'unknown', causes: warnings };
}

/** How providers say that the client's ID or secret is wrong. */
const clientFailures = new Set<OidcLoginError>([
  'client_refused',
  'client_unknown',
  'secret_expired',
  'secret_wrong',
  'secret_id',
  'secret_for_other_origin',
]);

/** Whether the provider has rejected the client, so that asking again may lock it. */
export const isClientFailure = (cause: OidcLoginError) => clientFailures.has(cause);

/** The codes of `client_refused`. Without them, a status 401 may be about the code, which anyone can make up. */
const explicitRefusal = /(invalid_client|incorrect_client_credentials|unauthorized_client)$/;

/** What no browser can bring about, besides a rejected client. */
const blamed = new Set<OidcLoginError>([
  'provider_unreachable',
  'provider_blocked',
  'provider_unavailable',
  'provider_response_invalid',
  'wrong_issuer',
  'several_issuers',
  'wrong_audience',
  'signature_invalid',
  'encrypted_id_token',
  'token_expired',
]);

/** What is about a user or a moment, even if an administrator has tested it, as these steps are. */
const personal = new Set<string>(['denied_by_provider', 'consent_required', 'interaction_required']);
const personalSteps = new Set<string>(['username_path', 'local_user']);

/**
 * Why a failed step means that nobody can sign in; undefined if it's about this user or this attempt.
 * @param isTest whether an administrator has tested it: anyone else's browser can change the request, and bring any response and any code
 */
export function blameOf(
  { name, error, actual = '' }: SignInStep,
  isTest: boolean,
): OidcLoginError | undefined {
  if (error === undefined) return undefined;
  if (isTest) return personal.has(error) || personalSteps.has(name) ? undefined : error;
  const isBlamed =
    blamed.has(error) ||
    (isClientFailure(error) && (error !== 'client_refused' || explicitRefusal.test(actual)));
  return isBlamed && name !== 'callback' ? error : undefined;
}
