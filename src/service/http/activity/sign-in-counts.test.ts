import { beforeAll, describe, expect, it } from 'vitest';
import type { SignInCounts } from '../../../contract/activity/sign-in-counts.ts';
import { limits } from '../../../contract/limits.ts';
import { anyTestStore } from '../../../testing/databases.ts';
import { recording, testOrigin } from '../../../testing/service.ts';
import { testServiceOn } from '../../../testing/setups/service-setup.ts';
import type { RejectionCode } from '../../../contract/activity/sign-in-events.ts';
import { unitOfWork } from '../../store/tables/stores.ts';

const provider = { id: 7, name: 'Okta' };

describe.each(anyTestStore())('the counts of sign-ins on $name', ({ open }) => {
  const service = testServiceOn(open);
  const clock = { now: new Date() };
  const record = async (at: string, login: string, code?: RejectionCode, oidcOp?: typeof provider) => {
    clock.now = new Date(at);
    const rejection = code && { code, reference: 'BCDFGHJK', steps: [] };
    const method = oidcOp ? 'oidc' : 'password';
    const { stores } = unitOfWork(service.database.db, () => clock.now, recording);
    await stores.signInEvents.record({ ...testOrigin, method, login, oidcOp, rejection });
  };
  const counts = async (query: string, as = 'admin') => {
    const { status, body } = await service.request(as, 'GET', `/sign_in_counts?starts=${query}`);
    expect(status).toBe(200);
    const { data, complete } = body as SignInCounts;
    const shown = data.map((each) => [each.start.slice(0, 16), each.oidc_op_resource, each.code, each.count]);
    return { shown, data, complete };
  };
  beforeAll(async () => {
    // Its own sign-ins come after those counted.
    service.clock.now = new Date('2026-11-01');
    // Europe/Berlin's day of 25 hours, and times around its edges.
    await record('2026-10-24T21:59:59Z', 'tenant');
    await record('2026-10-24T22:00:00Z', 'tenant');
    await record('2026-10-25T22:59:59Z', 'tenant', 'wrong_password');
    await record('2026-10-25T23:00:00Z', 'nobody', 'unknown_user', provider);
    await record('2026-10-25T23:10:00Z', 'nobody', 'unknown_user', provider);
    await record('2026-10-25T23:20:00Z', 'auditor', undefined, provider);
  });

  const days = '2026-10-24T22:00:00Z,2026-10-25T23:00:00Z&until=2026-10-26T23:00:00Z';

  it('are by period, provider and result', async () => {
    const { shown, data, complete } = await counts(days);
    expect(shown).toEqual([
      ['2026-10-24T22:00', null, null, 1],
      ['2026-10-24T22:00', null, 'wrong_password', 1],
      ['2026-10-25T23:00', '/oidc_ops/7', 'unknown_user', 2],
      ['2026-10-25T23:00', '/oidc_ops/7', null, 1],
    ]);
    expect(data[2]).toMatchObject({
      method: 'oidc',
      sign_in_event_resource: '/sign_in_events/5',
      at: '2026-10-25T23:10:00.000Z',
    });
    expect(complete).toBe(true);
  });

  it('are filtered, and end now unless a time is given', async () => {
    expect((await counts(`${days}&oidc_op=/oidc_ops/7&outcome=signed_in`)).shown).toEqual([
      ['2026-10-25T23:00', '/oidc_ops/7', null, 1],
    ]);
    expect((await counts(`${days}&login=tenant&code=wrong_password`)).shown).toHaveLength(1);
    expect((await counts('2026-10-25T23:15:00Z')).shown[0]?.slice(1)).toEqual(['/oidc_ops/7', null, 1]);
    expect((await counts('2026-10-25T23:00:00Z&until=2026-10-25T23:10:00Z')).shown[0]?.at(-1)).toBe(1);
  });

  it('include only what the caller can see in the log', async () => {
    expect((await counts(days, 'tenant')).shown).toEqual([
      ['2026-10-24T22:00', null, null, 1],
      ['2026-10-24T22:00', null, 'wrong_password', 1],
    ]);
    // Reads configurations, but not users.
    expect((await counts(days, 'auditor')).shown.map(([, , code]) => code)).toEqual(['unknown_user', null]);
    expect((await counts(days, 'guest')).shown).toEqual([]);
  });

  it('stop at the most recent ones, and say so', async () => {
    const stores = unitOfWork(service.database.db, () => clock.now, recording).stores;
    const since = [new Date('2026-01-01')];
    const view = { userId: 1, access: 'all', oidc: true } as const;
    const rows = await stores.signInEvents.count(view, { oidcOpId: 7 }, { starts: since }, 2);
    expect(rows.map(({ code, count }) => [code, count])).toEqual([
      ['unknown_user', 1],
      [null, 1],
    ]);
  });

  it.each([
    ['', 'starts: is required'],
    ['?starts=', 'must be an ISO 8601 date'],
    ['?starts=2026-01-02,2026-01-01', 'must be in order'],
    ['?starts=2026-01-01,2026-01-01', 'must be in order'],
    [`?starts=${'2026-01-01,'.repeat(limits.periodsCounted)}2026-01-01`, 'must have 1 to'],
  ])('reject the query %.30j', async (query, problem) => {
    const response = await service.get(`/sign_in_counts${query}`);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain(problem);
  });
});
