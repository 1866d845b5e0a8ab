import type { WatchState } from '../../../contract/oidc/watch.ts';
import type { OidcLoginError, WatchCause } from '../../../contract/oidc/sign-in-causes.ts';
import type { FilledField } from '../../../contract/oidc/metadata.ts';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';

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

/** What's known about the present configuration of a provider, by when it was found out. */
export interface Evidence {
  look: Look | null;
  checked_at: Date | null;
  /** The last sign-in or test that worked. */
  worked_at: Date | null;
  /** Why one has failed since, if that's the client's or the provider's fault. */
  failure: OidcLoginError | null;
  failed_at: Date | null;
  /** When the secret was last probed. */
  probed_at: Date | null;
  /** How the provider rejected it then. */
  refusal: OidcLoginError | null;
  /** When a probe last proved it. */
  proved_at: Date | null;
}

export const noEvidence: Evidence = {
  look: null,
  checked_at: null,
  worked_at: null,
  failure: null,
  failed_at: null,
  probed_at: null,
  refusal: null,
  proved_at: null,
};

/** How long a sign-in, a test or a probe proves that signing in works. */
const provenMilliseconds = 24 * 3_600_000;

/**
 * Whether signing in works (docs/administrator.md, "Watch providers"). What's newer overrides what's older, but for failures that only a
 * sign-in can show.
 */
export function judge(evidence: Evidence, now: Date): { state: WatchState; causes: WatchCause[] } {
  const { look, checked_at, worked_at, failure, failed_at } = evidence;
  const isOutdated = failure !== null && seenByLooks.has(failure) && isAfter(checked_at, failed_at);
  const { refusal, probed_at, proved_at } = evidence;
  const broken: WatchCause[] = [
    ...(failure === null || isOutdated ? [] : [failure]),
    ...(refusal === null || isAfter(worked_at, probed_at) ? [] : [refusal]),
    ...(isAfter(worked_at, checked_at) ? [] : (look?.causes ?? [])),
  ];
  const warnings = look?.warnings ?? [];
  if (broken.length > 0) return { state: 'broken', causes: [...new Set([...broken, ...warnings])] };
  const proof = [worked_at, look && proved_at];
  const isProven = proof.some((at) => at !== null && now.getTime() - at.getTime() <= provenMilliseconds);
  return { state: isProven ? 'works' : 'unknown', causes: warnings };
}

const isAfter = (one: Date | null, other: Date | null) => one !== null && (other === null || one > other);

/** Failures that a look would find, too. */
const seenByLooks: ReadonlySet<string> = new Set(['provider_unreachable', 'provider_unavailable']);

/** How providers say that the client's ID or secret is wrong. */
const clientFailures: ReadonlySet<string> = new Set<OidcLoginError>([
  'client_refused',
  'client_unknown',
  'secret_expired',
  'secret_wrong',
  'secret_id',
  'secret_for_other_origin',
]);

/** Whether the provider has rejected the client, so that asking again may lock it. */
export const isClientFailure = (cause: OidcLoginError) => clientFailures.has(cause);

/** Failures that aren't about one user, but about the client or the provider. */
const blamed: ReadonlySet<string> = new Set<OidcLoginError>([
  ...(clientFailures as ReadonlySet<OidcLoginError>),
  'provider_unreachable',
  'provider_blocked',
  'provider_response_invalid',
  'provider_unavailable',
  'wrong_response_mode',
  'form_response',
  'refused_by_provider',
  'wrong_issuer',
  'several_issuers',
  'token_request_failed',
  'signature_invalid',
  'encrypted_id_token',
  'wrong_audience',
  'token_expired',
  'wrong_nonce',
  'id_token_invalid',
  'userinfo_failed',
  'insufficient_scope',
  'userinfo_invalid',
  'userinfo_wrong_subject',
]);

/**
 * Why a failed step means that nobody can sign in; undefined if it's about this user or this attempt.
 * @param isTest whether an administrator has tested it: anyone else's browser can bring any response and any code
 */
export function blameOf({ name, error, message }: SignInStep, isTest: boolean): OidcLoginError | undefined {
  const isForgeable = name === 'callback' || message.startsWith(codeRejected);
  return error !== undefined && blamed.has(error) && (isTest || !isForgeable) ? error : undefined;
}
