import { hash, verify } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { cookiesSet } from '../../testing/oidc-setup.ts';
import { password, refusedWith } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe.each(anyTestStore())('authentication on $name', ({ open }) => {
  const service = testServiceOn(open);
  const later = (seconds: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000);
  };
  const get = (headers: Record<string, string>) =>
    service.raw({ method: 'GET', url: '/authentication', headers });
  const attempt = (login: string, word: string) =>
    service.request(undefined, 'POST', '/authentication', { login, password: word });
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

  it('returns the result and an HttpOnly cookie', async () => {
    const response = await attempt('admin', password);
    expect(response.status).toBe(201);
    expect(cookiesSet(response.headers)).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toMatchObject({
      login: 'admin',
      user: '/users/1',
      group: { name: 'Default', group_resource: '/groups/0', parent_resource: '' },
      roles: [
        {
          name: 'Administrators',
          role_resource: '/roles/1',
          users: ['admin'],
          admin_group: { group_resource: '/groups/0' },
          group_resources: ['/groups/0'],
          features: ['group', 'group_admin', 'palisade'].map((name) => ({ name, privilege: 'rw' })),
        },
      ],
      logout: { method: 'local', post_logout_redirect_uri: '' },
    });
  });

  it('creates a new session id at every sign-in and stores only its hash', async () => {
    const first = await service.signIn('admin');
    const second = await service.signIn('admin');
    expect(first).not.toBe(second);
    const stored = JSON.stringify(await service.database.db.selectFrom('sessions').selectAll().execute());
    expect(stored).not.toContain(first.slice('session='.length));
    expect((await get({ cookie: first })).status).toBe(200);
    expect((await get({ cookie: second })).status).toBe(200);
  });

  it('responds to an unknown login and a wrong password in the same words', async () => {
    for (const rejected of [await attempt('nobody', password), await attempt('guest', 'wrong')])
      expect(rejected).toMatchObject({
        ...refusedWith(401, 'wrong login or password'),
        headers: { 'x-sign-in-reference': expect.stringMatching(/^[A-Z]{8}$/) },
      });
  });

  it('rejects a body over 16 KiB, which holds the longest login and password in any encoding', async () => {
    const escaped = (length: number) => '\\u00e9'.repeat(length);
    const headers = { 'content-type': 'application/json' };
    const send = (payload: string) =>
      service.raw({ method: 'POST', url: '/authentication', headers, payload });
    const longest = `{"data":{"login":"${escaped(255)}","password":"${escaped(1024)}"}}`;
    expect(await send(longest)).toMatchObject({ status: 401 });
    expect(await send(`{"data":${' '.repeat(16 * 1024)}5}`)).toMatchObject(
      refusedWith(413, 'the body is over 16 KiB'),
    );
  });

  it('ends a session after 30 minutes without use, and after 12 hours in any case', async () => {
    const idle = await service.signIn('auditor');
    later(29 * 60);
    expect((await get({ cookie: idle })).status).toBe(200);
    later(29 * 60);
    expect((await get({ cookie: idle })).status).toBe(200);
    later(31 * 60);
    expect((await get({ cookie: idle })).status).toBe(401);
    const polling = await service.signIn('auditor');
    const poll = { cookie: polling, prefer: 'no-session-renewal' };
    later(29 * 60);
    expect((await get(poll)).status).toBe(200);
    later(2 * 60);
    expect((await get(poll)).status).toBe(401);
    const used = await service.signIn('auditor');
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      expect((await get({ cookie: used })).status).toBe(200);
      later(20 * 60);
    }
    later(1);
    expect((await get({ cookie: used })).status).toBe(401);
  });

  it('throttles after five failures with Retry-After, and never locks permanently', async () => {
    const word = (typed: string) => attempt('tenant', typed);
    for (let failure = 0; failure < 5; failure += 1) expect((await word('wrong')).status).toBe(401);
    expect(await word(password)).toMatchObject({
      ...refusedWith(429, 'too many failed sign-ins: wait 1 second and try again'),
      headers: { 'retry-after': '1', 'x-sign-in-reference': expect.stringMatching(/^[A-Z]{8}$/) },
    });
    later(1);
    expect((await word('wrong')).status).toBe(401);
    expect((await word(password)).headers['retry-after']).toBe('2');
    later(60);
    expect((await word(password)).status).toBe(201);
    expect((await word('wrong')).status).toBe(401);
    expect((await word(password)).status).toBe(201);
  });

  it('counts guesses per address across logins, despite successful sign-ins', async () => {
    later(3600);
    for (let guess = 0; guess < 19; guess += 1)
      expect((await attempt(`stranger ${guess}`, 'wrong')).status).toBe(401);
    expect((await attempt('guest', password)).status).toBe(201);
    expect((await attempt('stranger 19', 'wrong')).status).toBe(401);
    expect((await attempt('guest', password)).status).toBe(429);
    // One attempt is forgotten per minute, regardless of successful sign-ins.
    for (let visit = 0; visit < 8; visit += 1) {
      later(30);
      expect((await attempt('guest', password)).status).toBe(201);
    }
    for (let guess = 0; guess < 4; guess += 1)
      expect((await attempt(`other ${guess}`, 'wrong')).status).toBe(401);
    expect((await attempt('guest', password)).status).toBe(429);
    later(3600);
  });

  it('throttles concurrent guesses', async () => {
    const words = Array.from({ length: 30 }, (_, index) => `guess ${index}`);
    const guesses = await Promise.all(words.map((word) => attempt('auditor', word)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    later(60);
  });

  it('neither blocks logins nor extends sessions after a clock was ahead', async () => {
    later(24 * 3600);
    const session = await service.signIn('guest');
    const guess = () => attempt('guest', 'a wrong guess');
    for (let index = 0; index < 8; index += 1) await guess();
    expect((await guess()).status).toBe(429);
    later(-24 * 3600);
    expect((await get({ cookie: session })).status).toBe(401);
    const cookie = await service.signIn('guest');
    expect((await get({ cookie })).status).toBe(200);
    expect((await guess()).status).toBe(401);
  });

  it('accepts an API key, sets no cookie for it, and never falls back from a wrong key to a cookie', async () => {
    const { key, api_key_resource: path } = await service.create('/users/2/api_keys', { name: 'script' });
    const unknown = 'sign in first: the session is missing or expired, or the API key is unknown';
    const response = await get({ authorization: `token ${key}` });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ login: 'tenant' });
    expect(response.headers['set-cookie']).toBeUndefined();
    const list = await service.request('tenant', 'GET', '/users/2/api_keys');
    expect(list.text).not.toContain(key);
    expect(list.body).toMatchObject({
      rows: 1,
      start: 0,
      data: [{ name: 'script', api_key_resource: path, created_at: service.clock.now.toISOString() }],
    });
    const explained = [unknown, 'send an API key in the header "Authorization: token <API_KEY>"'];
    for (const missent of [{ authorization: `Bearer ${key}` }, { authorization: key }, { 'x-api-key': key }])
      expect(await get(missent)).toMatchObject(refusedWith(401, ...explained));
    const cookie = await service.signIn('tenant');
    expect((await get({ 'x-api-key': key, cookie })).status).toBe(200);
    expect(await get({ authorization: 'token wrong', cookie })).toMatchObject(refusedWith(401, unknown));
    expect((await service.request('tenant', 'DELETE', path)).status).toBe(200);
    expect((await get({ authorization: `token ${key}` })).status).toBe(401);
  });

  describe('a password in another Unicode form', () => {
    const composed = 'Gru\u00df an Ren\u00e9e';
    const signInWith = async (word: string) => (await attempt('guest', word)).status;
    const set = (word: string) => service.put('/users/4', { password: word });
    const store = (password_hash: string) =>
      service.database.db.updateTable('users').set({ password_hash }).where('id', '=', 4).execute();
    const stored = async () => {
      const users = service.database.db.selectFrom('users').select('password_hash').where('id', '=', 4);
      return (await users.executeTakeFirstOrThrow()).password_hash ?? '';
    };

    it.each([composed, composed.normalize('NFD'), composed.replaceAll(' ', '\u00a0')])(
      'a password set as %j is the same (RFC 8265)',
      async (word) => {
        expect((await set(word)).status).toBe(200);
        for (const typed of [composed, composed.normalize('NFD'), composed.replaceAll(' ', '\u3000')])
          expect(await signInWith(typed)).toBe(201);
        expect(await signInWith('Gruss an Renee')).toBe(401);
      },
    );

    it.each([
      ['NFC', composed],
      ['NFD', composed.normalize('NFD')],
    ])('a hash of the %s form from an earlier version is accepted and renewed', async (_form, word) => {
      for (const typed of [composed, composed.normalize('NFD')]) {
        await store(await hash(word, cheap));
        expect(await signInWith(typed)).toBe(201);
        expect(await verify(await stored(), composed)).toBe(true);
      }
    });

    it('a hash of a password as typed is renewed, blanks too, unless it has just changed', async () => {
      const typed = 'four\u00a0words\u00a0of\u00a0mine';
      const before = await hash(typed, cheap);
      await store(before);
      expect(await service.work.stores.users.renewPassword(4, 'another', 'hash')).toBe(false);
      expect(await stored()).toBe(before);
      expect(await signInWith(typed)).toBe(201);
      expect(await signInWith('four words of mine')).toBe(201);
    });

    it('is measured in characters after composing them', async () => {
      for (const [word, status] of [
        ['e\u0301'.repeat(11), 400],
        ['e\u0301'.repeat(12), 200],
        ['\u{1f600}'.repeat(11), 400],
        ['\u{1f600}'.repeat(1_024), 200],
        ['e\u0301'.repeat(1_024), 200],
        ['e\u0301'.repeat(1_025), 400],
      ] as const)
        expect((await set(word)).status).toBe(status);
      expect(await signInWith('e\u0301'.repeat(1_024))).toBe(201);
      await set(password);
    });
  });
});
