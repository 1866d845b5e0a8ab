import { describe, expect, it } from 'vitest';
import type { Session } from '../../contract/access/sessions.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { password, refusedWith } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';
import { changePassword, requirePassword } from '../domain/access/own-password.ts';
import { callerOf } from '../domain/access/sessions.ts';

const replacement = 'another horse battery';

describe.each(anyTestStore())('sessions on $name', ({ open }) => {
  const service = testServiceOn(open);
  const send = (cookie: string, method: string, url: string, data?: object) =>
    service.request(undefined, method, url, data, { cookie, 'user-agent': 'Firefox' });
  const sessionsOf = async (cookie: string, userId: number) => {
    const { status, body } = await send(cookie, 'GET', `/users/${userId}/sessions`);
    expect(status).toBe(200);
    return (body as { data: Session[] }).data;
  };
  const isAlive = async (cookie: string) => (await service.visit('/authentication', cookie)).status === 200;
  const endAll = (cookie: string, userId: number) => send(cookie, 'DELETE', `/users/${userId}/sessions`);
  const later = (seconds: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
  };

  it('lists where a user is signed in, with the session of the request marked', async () => {
    const values = { login: 'guest', password };
    const { headers } = await service.request(undefined, 'POST', '/authentication', values, {
      'user-agent': 'x'.repeat(300),
      remoteAddress: '192.0.2.9',
    });
    later(1);
    const cookie = await service.signIn('guest');
    const [first, own, ...others] = await sessionsOf(cookie, 4);
    expect(others).toEqual([]);
    expect(first).toEqual({
      session_resource: expect.stringMatching(/^\/users\/4\/sessions\/[\w-]{36}$/),
      created_at: '2026-01-01T12:00:00.000Z',
      last_seen_at: '2026-01-01T12:00:00.000Z',
      expires_at: '2026-01-01T12:30:00.000Z',
      method: 'password',
      oidc_op_resource: null,
      oidc_op_name: null,
      address: '192.0.2.9',
      user_agent: 'x'.repeat(256),
      current: false,
    });
    expect(own).toMatchObject({ current: true, created_at: '2026-01-01T12:00:01.000Z' });
    for (const text of [cookie, String(headers['set-cookie'])])
      expect(text).not.toContain(own?.session_resource.slice('/users/4/sessions/'.length));
    expect(await endAll(cookie, 4)).toMatchObject({ status: 200, body: { ended: 1 } });
  });

  it('writes the last use at most once a minute, and reports it to the minute', async () => {
    const cookie = await service.signIn('guest');
    const seen = async () => {
      const [own] = (await sessionsOf(cookie, 4)).filter(({ current }) => current);
      const stored = await service.database.db.selectFrom('sessions').select('last_used_at').execute();
      return { own, stored: JSON.stringify(stored) };
    };
    const before = await seen();
    later(50);
    expect(await seen()).toEqual(before);
    later(20);
    const after = await seen();
    expect(after.stored).not.toBe(before.stored);
    expect(after.own?.last_seen_at).toMatch(/:00\.000Z$/);
    later(13 * 3600);
    expect(await isAlive(cookie)).toBe(false);
    expect(await sessionsOf(await service.signIn('admin'), 4)).toEqual([]);
  });

  it('ends one session immediately', async () => {
    const cookie = await service.signIn('tenant');
    const other = await service.signIn('tenant');
    const [mine, ended] = (await sessionsOf(cookie, 2)).toSorted((a) => (a.current ? -1 : 1));
    expect(await isAlive(other)).toBe(true);
    const path = String(ended?.session_resource);
    expect(await send(cookie, 'DELETE', path)).toMatchObject({ status: 200, body: ended });
    expect(await isAlive(other)).toBe(false);
    expect(await isAlive(cookie)).toBe(true);
    for (const gone of [path, '/users/2/sessions/unknown', path.replace('/2/', '/1/')])
      expect((await send(cookie, 'DELETE', gone)).status).toBe(404);
    const response = await send(cookie, 'DELETE', String(mine?.session_resource));
    expect(response).toMatchObject({ status: 200, body: { current: true } });
    expect(String(response.headers['set-cookie'])).toMatch(/^session=; /);
    expect(await isAlive(cookie)).toBe(false);
  });

  it('ends all others, and the current one only if asked to', async () => {
    const cookies = [
      await service.signIn('tenant'),
      await service.signIn('tenant'),
      await service.signIn('tenant'),
    ];
    const [own = '', ...others] = cookies;
    expect(await endAll(own, 2)).toMatchObject({ status: 200, body: { ended: 2 } });
    expect(await Promise.all(others.map(isAlive))).toEqual([false, false]);
    expect(await isAlive(own)).toBe(true);
    const response = await send(own, 'DELETE', '/users/2/sessions?include_current=true');
    expect(response.body).toEqual({ ended: 1 });
    expect(await isAlive(own)).toBe(false);
    const invalid = await service.delete('/users/2/sessions?include_current=1');
    expect(invalid.body).toEqual({ detail: ['include_current: must be true or false'] });
  });

  describe('a new password', () => {
    const change = (cookie: string, current: string, next = replacement) =>
      send(cookie, 'POST', '/authentication/password', { current_password: current, new_password: next });

    it('ends all other sessions and replaces the old one', async () => {
      const cookie = await service.signIn('guest');
      const other = await service.signIn('guest');
      expect(await change(cookie, password)).toMatchObject({ status: 200, body: {} });
      expect(await isAlive(cookie)).toBe(true);
      expect(await isAlive(other)).toBe(false);
      const signIn = (word: string) =>
        service.request(undefined, 'POST', '/authentication', { login: 'guest', password: word });
      expect((await signIn(password)).status).toBe(401);
      expect((await signIn(replacement)).status).toBe(201);
      const log = await service.get('/changes?resource=/users/4');
      expect(log.body).toMatchObject({
        data: [{ login: 'guest', fields: [{ name: 'password', replaced: true }] }],
      });
    });

    it('counts and logs a wrong current password like a failed sign-in', async () => {
      const cookie = await service.signIn('auditor');
      for (let failure = 0; failure < 5; failure += 1)
        expect(await change(cookie, 'wrong')).toMatchObject(
          refusedWith(400, "current_password: isn't your password"),
        );
      expect(await change(cookie, password)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
      const signIn = { login: 'auditor', password };
      expect((await service.request(undefined, 'POST', '/authentication', signIn)).status).toBe(429);
      const log = await service.get('/sign_in_events?login=auditor&outcome=rejected');
      const codes = (log.body as { data: { code: string }[] }).data.map(({ code }) => code);
      expect(codes.toSorted().join()).toBe(
        `${'too_many_attempts,'.repeat(2)}wrong_password${',wrong_password'.repeat(4)}`,
      );
      await service.database.db.deleteFrom('sign_in_failures').execute();
    });

    it('is rejected without a password, and with an API key', async () => {
      const cookie = await service.signIn('auditor');
      await service.database.db
        .updateTable('users')
        .set({ password_hash: null })
        .where('id', '=', 3)
        .execute();
      expect((await change(cookie, password)).status).toBe(409);
      const { key } = await service.create('/users/1/api_keys', { name: 'script' });
      const values = { current_password: password, new_password: replacement };
      const headers = { authorization: `token ${key}` };
      const byKey = await service.request(undefined, 'POST', '/authentication/password', values, headers);
      expect(byKey.status).toBe(403);
    });

    it("doesn't undo a reset that is done between the check and the change", async () => {
      const { work } = service;
      const caller = { ...(await callerOf(work.stores, 2, 'session'))!, sessionHash: 'current' };
      const checked = await requirePassword({ stores: work.stores, caller });
      const reset = { password: 'reset by the administrator' };
      expect((await service.put('/users/2', reset)).status).toBe(200);
      const late = work.transaction((stores) => changePassword({ stores, caller }, checked, 'a hash'));
      await expect(late).rejects.toMatchObject({ status: 409 });
      const signIn = { login: 'tenant', ...reset };
      expect((await service.request(undefined, 'POST', '/authentication', signIn)).status).toBe(201);
    });
  });
});
