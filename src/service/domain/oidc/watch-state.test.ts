import { expect, it } from 'vitest';
import type { OidcLoginError } from '../../../contract/oidc/sign-in-causes.ts';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { step } from './oidc-sign-in.ts';
import { blameOf, judge, noEvidence, unproved, type Evidence, type Look, type Probe } from './watch-state.ts';

const now = new Date('2026-01-02T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const nothing = { causes: [], warnings: [], certificate_ends: null, keys: [], published: null, accepted: [] };
const looked = (hours: number, more: Partial<Look> = {}): Partial<Evidence> => ({
  checked_at: hoursAgo(hours),
  look: { ...nothing, ...more },
});
const worked = (hours: number) => ({ worked_at: hoursAgo(hours) });
const probed = (hours: number, more: Partial<Probe>) => ({
  probe: { ...unproved, at: hoursAgo(hours).toISOString(), judge: null, ...more },
});
const proved = (hours: number) => probed(hours, { proved_at: hoursAgo(hours).toISOString() });
const refused = (hours: number) => probed(hours, { refusal: 'secret_expired' });
const refusedClient = { failure: 'client_refused' as const };
const gone = { causes: ['keys_gone' as const] };
const ending = { warnings: ['certificate_ends' as const] };
const unavailable = { failure: 'provider_unavailable' as const };

it.each<[what: string, evidence: Partial<Evidence>, state: string, ...causes: string[]]>([
  ['nothing is known', {}, 'unknown'],
  ['only a look found nothing wrong', looked(1), 'unknown'],
  ['someone has signed in within a day', { ...looked(1), ...worked(24) }, 'works'],
  ['someone has signed in over a day ago', { ...looked(1), ...worked(24.1) }, 'unknown'],
  ['someone has signed in before the first look', worked(1), 'works'],
  ['a look found what is wrong', looked(1, gone), 'broken', 'keys_gone'],
  ['a look found that after a sign-in', { ...looked(1, gone), ...worked(2) }, 'broken', 'keys_gone'],
  ['a sign-in after that look worked', { ...looked(2, gone), ...worked(1) }, 'works'],
  ['a look found what is not wrong yet', looked(1, ending), 'unknown', 'certificate_ends'],
  ['a sign-in failed', { ...looked(2), failure: 'wrong_issuer' }, 'broken', 'wrong_issuer'],
  [
    'no look asks for a token',
    { ...looked(1), ...worked(3), ...unavailable },
    'broken',
    'provider_unavailable',
  ],
  ['a clock was ahead when someone signed in', { ...looked(1), ...worked(-1) }, 'unknown'],
  ['a clock was ahead during a look', { ...looked(-1, gone), ...worked(1) }, 'works'],
  ['a clock was ahead during a probe', { ...looked(1), ...proved(-1) }, 'unknown'],
  ['a probe proved the secret', { ...looked(1), ...proved(1) }, 'works'],
  ['a probe proved it over a day ago', { ...looked(1), ...proved(25) }, 'unknown'],
  ['no probe disproves it', { ...looked(1), ...refusedClient, ...proved(1) }, 'broken', 'client_refused'],
  ['a probe was refused', { ...looked(1), ...worked(2), ...refused(1) }, 'broken', 'secret_expired'],
  ['a sign-in worked after that probe', { ...looked(3), ...refused(2), ...worked(1) }, 'works'],
])('%s: %o is %s', (_, evidence, state, ...causes) => {
  expect(judge({ ...noEvidence, probe: null, ...evidence }, now)).toEqual({ state, causes });
});

it.each<
  [name: SignInStep['name'], error: OidcLoginError, actual: string, inSignIn: boolean, inTest: boolean]
>([
  ['token_request', 'client_refused', '401 invalid_client', true, true],
  ['token_request', 'secret_expired', '401 invalid_client', true, true],
  ['token_request', 'secret_for_other_origin', 'https://other.example', true, true],
  ['token_request', 'client_refused', '401 access_denied', false, true],
  ['token_request', 'client_refused', 'status 401', false, true],
  ['token_request', 'provider_unreachable', '', true, true],
  ['token_request', 'provider_unavailable', 'status 503', true, true],
  ['token_request', 'token_request_failed', '400 invalid_grant', false, true],
  ['token_request', 'token_request_failed', '400 invalid_request', false, true],
  ['token_request', 'token_request_failed', 'status 403', false, true],
  ['token_request', 'id_token_invalid', '', false, true],
  ['callback', 'refused_by_provider', '', false, true],
  ['callback', 'provider_unavailable', '', false, true],
  ['callback', 'wrong_issuer', '', false, true],
  ['id_token_claims', 'wrong_nonce', '', false, true],
  ['id_token_claims', 'wrong_issuer', '', true, true],
  ['id_token_claims', 'wrong_audience', '', true, true],
  ['id_token_signature', 'signature_invalid', '', true, true],
  ['userinfo', 'insufficient_scope', '', false, true],
  ['userinfo', 'userinfo_failed', '', false, true],
  ['callback', 'denied_by_provider', '', false, false],
  ['callback', 'consent_required', '', false, false],
  ['username_path', 'no_username', '', false, false],
  ['local_user', 'unknown_user', '', false, false],
  ['local_user', 'suspended', '', false, false],
])('blames what no other browser can bring about: %s %s (%s)', (name, error, actual, inSignIn, inTest) => {
  const failed = { ...step(name, 'failed', ''), error, actual };
  expect(blameOf(failed, false)).toBe(inSignIn ? error : undefined);
  expect(blameOf(failed, true)).toBe(inTest ? error : undefined);
});
