import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { cookieOf, startOidcSetup } from '../../testing/oidc-setup.ts';
import { password, refusedWith, startTestService, type TestService } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe.each(anyTestStore())('a browser that has signed in before, on $name', ({ open }) => {
  const service = testServiceOn(open);
  const start = new Date('2026-01-01T12:00:00Z');
  beforeAll(async () => {
    for (const login of ['fifth', 'sixth'])
      await service.create('/users', { login, password, group_resource: '/groups/0' });
  });
  beforeEach(async () => {
    await service.database.db.deleteFrom('sign_in_failures').execute();
    service.clock.now = start;
  });

  const attempt = (
    login: string,
    word: string,
    cookie = '',
    remoteAddress = '192.0.2.1',
    on: TestService = service,
  ) => {
    const headers = { ...(cookie ? { cookie } : {}), remoteAddress };
    return on.request(undefined, 'POST', '/authentication', { login, password: word }, headers);
  };
  const deviceOf = async (login: string, cookie = '') =>
    cookieOf((await attempt(login, password, cookie)).headers, 'device');
  /** Each of several addresses guesses once; together, they use up the login's free guesses. */
  const attack = async (login: string) => {
    for (let host = 1; host <= limits.signInFailuresFree + 5; host += 1)
      await attempt(login, `guess ${host}`, '', `198.51.100.${host}`);
  };

  it('signs in without delay while many addresses guess, unlike an unknown browser', async () => {
    const device = await deviceOf('tenant');
    await attack('tenant');
    expect((await attempt('tenant', password)).status).toBe(429);
    expect((await attempt('tenant', password, device)).status).toBe(201);
    expect((await attempt('tenant', password, device)).status).toBe(201);
    // Its success lets no stranger try again.
    expect((await attempt('tenant', password)).status).toBe(429);
  });

  it("isn't delayed by guesses from its own address", async () => {
    const device = await deviceOf('tenant');
    for (let guess = 0; guess < limits.signInFailuresFree * 4; guess += 1)
      await attempt(`stranger ${guess}`, 'wrong');
    expect((await attempt('guest', password)).status).toBe(429);
    expect((await attempt('tenant', password, device)).status).toBe(201);
  });

  it("is throttled for its own failures, which don't affect others", async () => {
    const device = await deviceOf('tenant');
    const other = await deviceOf('tenant');
    for (let failure = 0; failure < limits.signInFailuresFree; failure += 1)
      expect((await attempt('tenant', 'wrong', device)).status).toBe(401);
    expect(await attempt('tenant', password, device)).toMatchObject({
      ...refusedWith(429, 'too many failed sign-ins: wait 1 second and try again'),
      headers: { 'retry-after': '1' },
    });
    expect((await attempt('tenant', password, other)).status).toBe(201);
    expect((await attempt('tenant', password)).status).toBe(201);
    service.clock.now = new Date(service.clock.now.getTime() + 1000);
    expect((await attempt('tenant', password, device)).status).toBe(201);
    expect((await attempt('tenant', 'wrong', device)).status).toBe(401);
  });

  it('shares a limit with all devices of the login', async () => {
    const devices: string[] = [];
    while (devices.length < 12) devices.push(await deviceOf('tenant'));
    const statuses: number[] = [];
    for (const device of devices)
      for (let guess = 0; guess < limits.signInFailuresFree; guess += 1)
        statuses.push((await attempt('tenant', `guess ${guess}`, device)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(limits.signInFailuresFree * 10);
  });

  it("isn't recognized by another login's cookie, an altered one or one that's a year old", async () => {
    const foreign = await deviceOf('guest');
    const own = await deviceOf('tenant');
    const altered = own.replace(/=(.)/, (_, first: string) => `=${first === 'A' ? 'B' : 'A'}`);
    const stale = own.replace(/\.\w+\./, '.zzzzzz.');
    await attack('tenant');
    for (const cookie of [foreign, altered, stale, 'device=', 'device=~~~', `device=${'a.'.repeat(500)}`])
      expect([cookie, (await attempt('tenant', password, cookie)).status]).toEqual([cookie, 429]);
    expect((await attempt('tenant', password, own)).status).toBe(201);
    service.clock.now = new Date(service.clock.now.getTime() + (limits.deviceSeconds + 1) * 1000);
    await attack('tenant');
    expect((await attempt('tenant', password, own)).status).toBe(429);
  });

  it('remembers the last five users', async () => {
    let device = '';
    for (const login of ['admin', 'tenant', 'auditor', 'guest']) device = await deviceOf(login, device);
    expect(device.split('~')).toHaveLength(4);
    device = await deviceOf('admin', device);
    expect(device.split('~')).toHaveLength(4);
    for (const login of ['admin', 'guest']) {
      await attack(login);
      expect((await attempt(login, password, device)).status).toBe(201);
    }
    for (const login of ['fifth', 'sixth']) device = await deviceOf(login, device);
    expect(device.split('~')).toHaveLength(5);
    // The oldest has gone.
    await attack('tenant');
    expect((await attempt('tenant', password, device)).status).toBe(429);
  });

  it("doesn't reveal who signed in", async () => {
    const device = await deviceOf('auditor');
    expect(device).toMatch(/^device=[\w-]{22}\.[0-9a-z]+\.[\w-]{43}$/);
    expect(Buffer.from(device.slice(7, 29), 'base64url').toString()).not.toContain('auditor');
  });

  it('is still recognized after a password change', async () => {
    const device = await deviceOf('guest');
    const next = 'another horse battery';
    expect((await service.put('/users/4', { password: next })).status).toBe(200);
    await attack('guest');
    expect((await attempt('guest', next, device)).status).toBe(201);
    await service.put('/users/4', { password });
  });

  it('is recognized by every instance on the database', async () => {
    const device = await deviceOf('tenant');
    await attack('tenant');
    const second = await startTestService(service.database);
    expect((await attempt('tenant', password, device, undefined, second)).status).toBe(201);
    await second.close();
  });

  it('is remembered after a provider sign-in too', async () => {
    const scene = await startOidcSetup(service.database);
    const { device } = await scene.signIn();
    expect(device).toMatch(/^device=/);
    await attack('admin');
    expect((await attempt('admin', password)).status).toBe(429);
    expect((await attempt('admin', password, device)).status).toBe(201);
    await scene.close();
  });
});
