import * as oidc from 'openid-client';
import type { FailedStep } from '../domain/oidc/relying-party.ts';
import { causesOf } from './causes.ts';
import { OutboundError } from './outbound-error.ts';
import type { Call } from './provider-calls.ts';

/** Explains why the UserInfo request failed. @param subject `sub` of the ID token */
export function explainUserInfo(error: unknown, subject: string, calls: readonly Call[]): FailedStep {
  const name = 'userinfo';
  const causes = causesOf(error);
  const outbound = causes.find((cause) => cause instanceof OutboundError);
  if (outbound) {
    return {
      name,
      error: 'userinfo_failed',
      message: `The UserInfo request failed: ${outbound.message}.`,
      repair: 'Correct the UserInfo endpoint, or make the provider reachable from the service.',
    };
  }
  const compared = causes.map((cause) => cause.cause).find((cause) => isComparison(cause));
  if (compared) {
    return {
      name,
      error: 'userinfo_wrong_subject',
      message: 'The UserInfo response is about another user than the ID token.',
      expected: subject,
      actual: JSON.stringify(compared.body['sub'] ?? 'missing').slice(0, 300),
      repair: "The provider mixes up users, so signing in isn't safe.",
    };
  }
  const status = calls.findLast((call) => call.endpoint === 'userinfo')?.status;
  const refused = error instanceof oidc.WWWAuthenticateChallengeError || status === 401 || status === 403;
  return {
    name,
    error: 'userinfo_failed',
    message:
      status === 200
        ? "The UserInfo response can't be parsed or verified."
        : `The UserInfo endpoint returned ${status ?? 'nothing'}.`,
    ...(status === undefined ? {} : { actual: `status ${status}` }),
    repair: refused
      ? 'Allow this client to use the UserInfo endpoint at the provider.'
      : 'Correct the UserInfo endpoint, or use a claim in the ID token as the username.',
  };
}

function isComparison(cause: unknown): cause is { body: Record<string, unknown>; attribute: 'sub' } {
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'attribute' in cause &&
    cause.attribute === 'sub' &&
    'body' in cause &&
    typeof cause.body === 'object' &&
    cause.body !== null
  );
}
