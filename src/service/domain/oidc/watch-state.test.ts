import { expect, it } from 'vitest';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { step } from './oidc-sign-in.ts';
import { blameOf, codeRejected, judge, noEvidence, type Evidence, type Look } from './watch-state.ts';

const now = new Date('2026-01-02T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const looked = (hours: number, more: Partial<Look> = {}): Partial<Evidence> => ({
  checked_at: hoursAgo(hours),
  look: { causes: [], warnings: [], certificate_ends: null, keys: [], published: null, ...more },
});
const worked = (hours: number) => ({ worked_at: hoursAgo(hours) });
const failed = (hours: number, failure: Evidence['failure']) => ({ failure, failed_at: hoursAgo(hours) });
const proved = (hours: number) => ({ probed_at: hoursAgo(hours), proved_at: hoursAgo(hours) });
const refused = (hours: number) => ({ probed_at: hoursAgo(hours), refusal: 'secret_expired' as const });
const gone = { causes: ['keys_gone' as const] };

it.each<[what: string, evidence: Partial<Evidence>, state: string, ...causes: string[]]>([
  ['nothing is known', {}, 'unknown'],
  ['only a look found nothing wrong', looked(1), 'unknown'],
  ['someone has signed in within a day', { ...looked(1), ...worked(24) }, 'works'],
  ['someone has signed in over a day ago', { ...looked(1), ...worked(24.1) }, 'unknown'],
  ['someone has signed in before the first look', worked(1), 'works'],
  ['a look found what is wrong', looked(1, gone), 'broken', 'keys_gone'],
  ['a look found that after a sign-in', { ...looked(1, gone), ...worked(2) }, 'broken', 'keys_gone'],
  ['a sign-in after that look worked', { ...looked(2, gone), ...worked(1) }, 'works'],
  [
    'a look found what is not wrong yet',
    looked(1, { warnings: ['certificate_ends'] }),
    'unknown',
    'certificate_ends',
  ],
  ['a sign-in failed after a look', { ...looked(2), ...failed(1, 'wrong_issuer') }, 'broken', 'wrong_issuer'],
  ['no look can disprove that', { ...looked(1), ...failed(2, 'client_refused') }, 'broken', 'client_refused'],
  ['a look shows that it is back', { ...looked(1), ...failed(2, 'provider_unreachable') }, 'unknown'],
  ['a probe proved the secret', { ...looked(1), ...proved(1) }, 'works'],
  ['a probe proved it over a day ago', { ...looked(1), ...proved(25) }, 'unknown'],
  [
    'no probe disproves a refusal',
    { ...looked(1), ...failed(2, 'client_refused'), ...proved(1) },
    'broken',
    'client_refused',
  ],
  ['a probe was refused', { ...looked(1), ...worked(2), ...refused(1) }, 'broken', 'secret_expired'],
  ['a sign-in worked after that probe', { ...looked(3), ...refused(2), ...worked(1) }, 'works'],
])('%s: %o is %s', (_, evidence, state, ...causes) => {
  expect(judge({ ...noEvidence, ...evidence }, now)).toEqual({ state, causes });
});

it('blames the client or the provider only for what no other browser can bring about', () => {
  const of = (name: SignInStep['name'], error: SignInStep['error'], message = '') => [
    blameOf({ ...step(name, 'failed', message), error }, false),
    blameOf({ ...step(name, 'failed', message), error }, true),
  ];
  expect(of('token_request', 'client_refused')).toEqual(['client_refused', 'client_refused']);
  expect(of('token_request', 'token_request_failed')[0]).toBe('token_request_failed');
  expect(of('token_request', 'token_request_failed', `${codeRejected} (400).`)).toEqual([
    undefined,
    'token_request_failed',
  ]);
  expect(of('callback', 'refused_by_provider')).toEqual([undefined, 'refused_by_provider']);
  for (const error of [
    'denied_by_provider',
    'unknown_user',
    'suspended',
    'no_username',
    'consent_required',
  ] as const)
    expect(of('local_user', error)).toEqual([undefined, undefined]);
});
