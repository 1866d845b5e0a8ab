import { describe, expect, it } from 'vitest';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import type { LastSignInTest } from '../../../contract/oidc/sign-in-tests.ts';
import type { JobPhase, TrackedJob } from '../../data/jobs/tracked-job.ts';
import { signInCount as counted, trackedJob } from '../../../testing/setups/console-records.ts';
import type { Watch } from '../../../contract/oidc/watch.ts';
import type { SignInCount } from '../../../contract/activity/sign-in-counts.ts';
import { rejectionsIn, weekStarts } from '../../data/activity/sign-in-counts.ts';
import { attentionItems, destinationItem, endItems } from './attention.ts';
import type { End } from './ends.ts';

// Only what is read.
const op = { id: 3, name: 'Okta', resource: '/oidc_ops/3', updated_at: '2026-05-01T10:00:00Z' } as OidcOp;
const test = (outcome: LastSignInTest['outcome'], started: string): LastSignInTest => ({
  oidc_op_resource: op.resource,
  outcome,
  failed_step: outcome === 'failed' ? 'token_request' : '',
  started_at: started,
});
const watched = (state: Watch['state'], more: Partial<Watch> = {}) =>
  ({
    state,
    since: '2026-05-01T10:00:00Z',
    causes: [],
    client_secret_ends_on: null,
    ...more,
  }) as Watch;
const provider = (watch?: Watch, last?: LastSignInTest) => ({ op, test: last, watch });
const job = (phase: JobPhase, more: Partial<TrackedJob> = {}) =>
  trackedJob(7, { phase, timeline: [{ at: 1, message: 'Deleted 2 of 9 groups' }], ...more });
const shown = (items: ReturnType<typeof attentionItems>) =>
  items.map(({ tone, title, detail, address }) => [tone, title, detail, address]);

describe('what needs attention', () => {
  it('is nothing for providers without problems and completed jobs', () => {
    const providers = [
      provider(watched('works'), test('passed', '2026-05-02T10:00:00Z')),
      provider(watched('unknown'), test('unfinished', '2026-05-02T10:00:00Z')),
      // A sign-in has worked since.
      provider(watched('works'), test('failed', '2026-05-02T10:00:00Z')),
      provider(),
    ];
    expect(attentionItems(providers, [job('done'), job('removed')])).toEqual([]);
  });

  it('says where a sign-in test failed, and whether the provider was changed since', () => {
    const at = (started: string) =>
      attentionItems([provider(undefined, test('failed', started))], [])[0]?.detail;
    expect(at('2026-05-02T10:00:00Z')).toBe('Failed at Token request');
    expect(at('2026-04-30T10:00:00Z')).toBe('Failed at Token request, changed since');
  });

  it("says why alerts don't arrive", () => {
    const failing = {
      name: 'hooks.example',
      failing_since: '2026-05-02T10:00:00Z',
      status: 404,
      answer: 'no_service',
    };
    const working = { name: 'other.example', failing_since: null, status: null, answer: null };
    expect(shown([failing, working].flatMap(destinationItem))).toEqual([
      ['bad', "Alerts don't arrive at hooks.example", 'Status 404: no_service', '/activity'],
    ]);
  });

  it('says what is wrong with a provider or will be, once', () => {
    const failed = test('failed', '2026-05-02T10:00:00Z');
    const providers = [
      provider(watched('broken', { causes: ['secret_expired'] }), failed),
      provider(watched('works', { causes: ['certificate_ends'] })),
    ];
    expect(shown(attentionItems(providers, []))).toEqual([
      ['bad', "Signing in through Okta doesn't work", 'Client secret expired', '/oidc/3'],
      ['warning', 'Signing in through Okta may stop working', 'TLS certificate ends', '/oidc/3'],
    ]);
  });

  it('includes what has expired or expires soon, each in its time before', () => {
    const end = { id: 'id', what: 'It', address: '/oidc/3', repair: 'Renew it' };
    const inDays = (days: number, more: Partial<End>) => {
      const at = new Date(Date.now() + days * 86_400_000).toISOString();
      return { ...end, at, day: at.slice(0, 10), ...more };
    };
    const ends = [
      inDays(31, { warnDays: 30 }),
      inDays(30, { warnDays: 30 }),
      inDays(-1, { warnDays: 30 }),
      inDays(1, {}),
    ];
    expect(shown(endItems(ends, new Date()))).toEqual([
      ['warning', 'It expires soon', 'Renew it', '/oidc/3'],
      ['bad', 'It has expired', 'Renew it', '/oidc/3'],
    ]);
  });

  it('lists failed jobs first and running ones last', () => {
    const jobs = [job('running'), job('unreachable', { trouble: 'no response' }), job('failed')];
    const failedTest = provider(undefined, test('failed', '2026-05-02T10:00:00Z'));
    const items = shown(attentionItems([failedTest], jobs));
    expect(items.map(([tone, , detail]) => [tone, detail])).toEqual([
      ['bad', 'Failed at Token request'],
      ['bad', 'Failed: Deleted 2 of 9 groups'],
      ['warning', 'Not followed: no response'],
      ['busy', 'Running: Deleted 2 of 9 groups'],
    ]);
    expect(items[1]?.[3]).toBe('/jobs/7');
    const timeline = [{ at: 1, message: 'Failed: Acme has users' }];
    expect(attentionItems([], [job('failed', { timeline })])[0]?.detail).toBe('Failed: Acme has users');
  });
});

describe('rejected sign-ins', () => {
  const starts = weekStarts(Date.now());
  const hoursAgo = (hours: number) => starts.at(-1 - hours) ?? new Date(0);
  const [thisHour, lastHour, before] = [hoursAgo(0), hoursAgo(1), hoursAgo(23)];
  const daysAgo = (days: number) => starts.at(-24 - days) ?? new Date(0);

  const summary = (...counts: SignInCount[]) => {
    const found = rejectionsIn(counts, starts);
    return found && `${found.rejected} of ${found.rejected + found.signedIn} ${found.when}`;
  };

  it('need attention if most of an hour or a day were rejected, and more than a few', () => {
    expect(summary()).toBeUndefined();
    expect(summary(counted(lastHour, 'wrong_issuer', 5))).toBeUndefined();
    expect(summary(counted(lastHour, 'button_suspended', 60))).toBeUndefined();
    expect(summary(counted(lastHour, 'wrong_issuer', 6))).toMatch(/^6 of 6 since/);
    expect(summary(counted(lastHour, null, 6), counted(lastHour, 'wrong_issuer', 6))).toBeUndefined();
    expect(
      summary(counted(before, null, 50), counted(lastHour, 'wrong_issuer', 6), counted(lastHour, null, 1)),
    ).toMatch(/^6 of 7 since/);
    expect(summary(counted(before, 'wrong_issuer', 6), counted(lastHour, null, 1))).toBe(
      '6 of 7 in the last 24 hours',
    );
  });

  it('need attention until one succeeds, also if no one has tried lately', () => {
    expect(summary(counted(hoursAgo(5), null, 1), counted(hoursAgo(3), 'wrong_issuer', 7))).toMatch(
      /^7 of 8 since/,
    );
    const broken = [counted(daysAgo(3), null, 1), counted(daysAgo(2), 'wrong_issuer', 7)];
    expect(summary(counted(daysAgo(4), null, 50), ...broken)).toMatch(/^7 of 8 since \w{3}\W+\d/);
    expect(summary(...broken.slice(1))).toBe('7 of 7 in the last 7 days');
    expect(summary(...broken, counted(hoursAgo(2), null, 1))).toBeUndefined();
  });

  const cardOf = (changedAt: Date, last?: LastSignInTest) => {
    const counts = [counted(lastHour, 'wrong_issuer', 5), counted(thisHour, 'unknown_user', 2)];
    const changed = { ...op, updated_at: changedAt.toISOString() };
    const rejections = rejectionsIn(counts, starts);
    const checked = {
      ...provider(watched('broken', { causes: ['issuer_changed'] }), last),
      op: changed,
      rejections,
    };
    return shown(attentionItems([checked], []));
  };

  it('are one card, which includes why the provider is broken', () => {
    expect(cardOf(before)).toEqual([
      [
        'bad',
        expect.stringMatching(/^Okta · 7 of 7 sign-ins rejected since/),
        'Wrong issuer ×5 · No such user ×2 · Published issuer differs',
        '/oidc/3',
      ],
    ]);
  });

  it('say that the provider was changed since, and go when a test passes', () => {
    const later = new Date(thisHour.getTime() + 60_000);
    expect(cardOf(later)[0]?.[2]).toContain('No such user ×2 · changed since');
    expect(cardOf(later, test('passed', later.toISOString()))[0]?.[1]).toContain("doesn't work");
    expect(cardOf(later, test('passed', lastHour.toISOString()))[0]?.[1]).toContain('7 of 7');
  });
});
