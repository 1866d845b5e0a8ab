import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anyTestStore } from '../../../testing/databases.ts';
import type { Alert } from '../../../contract/activity/alerts.ts';
import { newOp } from '../../../testing/oidc-op.ts';
import { recording, startTestService, testOrigin, type TestService } from '../../../testing/service.ts';
import { startReceiver } from '../../../testing/setups/webhook-receiver.ts';
import { createOutbound } from '../../outbound/outbound.ts';
import type { Database } from '../../store/database/database.ts';
import { unitOfWork } from '../../store/tables/stores.ts';
import { stepLimit } from '../../../tooling/time-limits.ts';

const minute = 60_000;

/** Two instances, which share the work. */
describe.each(anyTestStore())('alerts on $name', ({ open }) => {
  let database: Database;
  let services: TestService[];
  let admin: string;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    database = await open();
    receiver = await startReceiver();
    const outbound = createOutbound({ allow: [receiver.host], timeoutMilliseconds: stepLimit });
    const alerts = { url: receiver.url, outbound, pollMilliseconds: 50 };
    const start = () => startTestService(database, { alerts, outbound });
    services = [await start(), await start()];
    admin = await here().signIn('admin');
  });
  afterAll(async () => {
    for (const service of services) await service.close();
    await receiver.close();
    await database.close();
  });
  afterEach(() => receiver.reset());

  const here = () => services[0] as TestService;
  /** Received alerts that would be sent again, because their delivery isn't noted yet. */
  const unnoted = async () => {
    const { rows } = await sql`select id from alerts
      where tries <> '{}' and delivered_at is null`.execute(database.db);
    return rows;
  };
  const later = async (milliseconds: number) => {
    await expect.poll(unnoted).toEqual([]);
    const now = new Date(here().clock.now.getTime() + milliseconds);
    for (const { clock } of services) clock.now = now;
    admin = await here().signIn('admin');
  };
  const send = (method: string, path: string, data?: object, cookie = admin) =>
    here().request(undefined, method, path, data, { cookie });
  const lastAdministrator = async () => {
    const facts = database.db.selectFrom('service_facts').select('value');
    return (await facts.where('name', '=', 'last_administrator').executeTakeFirst())?.value;
  };
  const alert = (number: number) => receiver.bodies()[number] as { id: string; type: string; data: unknown };
  const arrived = () => receiver.received.length;
  const stores = () => unitOfWork(database.db, () => here().clock.now, recording).stores;
  /** Raises an alert with a cause of its own, which comes after those of what happened before. */
  const raise = async () => {
    const resource = `/oidc_ops/${randomUUID()}`;
    await stores().alerts.raise('job.failed', here().clock.now, { resource });
    return resource;
  };
  const failJob = async () => String((await send('DELETE', '/groups/1')).headers['location']);
  const listed = async (cookie = admin) =>
    ((await here().visit('/alerts', cookie)).body as { data: Alert[] }).data;
  const listedAbout = async (resource: string) => (await listed()).find((each) => each.resource === resource);

  it('reports once a failed job, without its reason', async () => {
    await expect.poll(() => lastAdministrator()).toBe('/users/1');
    const resource = await failJob();
    await expect.poll(arrived).toBe(1);
    expect(alert(0)).toEqual({
      id: expect.stringMatching(/^[\w-]{36}$/),
      type: 'job.failed',
      at: '2026-01-01T12:00:00.000Z',
      service: 'localhost:8080',
      text: 'A job failed (localhost:8080)',
      data: { resource, user: '/users/1' },
    });
    const at = here().clock.now.toISOString();
    await expect
      .poll(() => listedAbout(resource))
      .toEqual({
        id: alert(0).id,
        type: 'job.failed',
        at,
        resource,
        name: 'admin',
        count: 1,
        state: 'delivered',
        attempts: 1,
        delivered_at: at,
      });
  });

  it("counts a user's other failed jobs, and reports them an hour later", async () => {
    for (let failed = 0; failed < 3; failed += 1) await here().finished('admin', await failJob());
    await expect.poll(async () => (await listed()).map(({ count }) => count)).toContain(3);
    await raise();
    await expect.poll(arrived).toBe(1);
    await later(60 * minute);
    await expect.poll(arrived).toBe(2);
    expect(alert(1)).toMatchObject({ type: 'job.failed', data: { user: '/users/1', count: 3 } });
    await failJob();
    await later(59 * minute);
    await raise();
    await expect.poll(arrived).toBe(3);
    expect(alert(2).data).not.toHaveProperty('user');
    await later(minute);
    await expect.poll(arrived).toBe(4);
  });

  it('reports once an hour that most sign-ins through a provider are rejected', async () => {
    const { id } = (await send('POST', '/oidc_ops', newOp)).body as { id: number };
    const oidcOp = { id, name: 'Acme' };
    const signIn = async (code?: 'wrong_issuer' | 'button_suspended', times = 1) => {
      const rejection = code && { code, reference: 'BCDFGHJK', steps: [] };
      for (let count = 0; count < times; count += 1)
        await stores().signInEvents.record({ ...testOrigin, method: 'oidc', oidcOp, rejection });
    };
    await signIn(undefined, 6);
    await signIn('wrong_issuer', 6);
    await raise();
    await expect.poll(arrived).toBe(1);
    expect(alert(0).type).toBe('job.failed');
    await signIn('wrong_issuer');
    await expect.poll(arrived).toBe(2);
    expect(alert(1)).toMatchObject({
      type: 'provider.rejections',
      data: {
        resource: `/oidc_ops/${id}`,
        name: 'Acme',
        rejected: 7,
        total: 13,
        cause: 'wrong_issuer',
        reason: 'Wrong issuer',
      },
      text: '7 of 13 sign-ins through Acme were rejected: Wrong issuer (localhost:8080)',
    });
    await signIn('wrong_issuer');
    await raise();
    await expect.poll(arrived).toBe(3);
    expect(alert(2).type).toBe('job.failed');
    await later(61 * minute);
    await signIn('wrong_issuer', 6);
    await expect.poll(arrived).toBe(4);
    expect(alert(3)).toMatchObject({ data: { rejected: 6, total: 6 } });
    await later(61 * minute);
    await signIn('button_suspended', 6);
    await raise();
    await expect.poll(arrived).toBe(5);
    await send('PUT', `/oidc_ops/${id}/login`, { enabled: false });
    await signIn('wrong_issuer', 6);
    await raise();
    await expect.poll(arrived).toBe(6);
    expect([alert(4).type, alert(5).type]).toEqual(['job.failed', 'job.failed']);
    await send('PUT', `/oidc_ops/${id}/login`, { enabled: true });
    await expect.poll(arrived).toBe(7);
    expect(alert(6)).toMatchObject({ type: 'provider.rejections', data: { rejected: 6, total: 6 } });
  });

  it('reports that another administrator is the last one', async () => {
    const created = await send('POST', '/users', {
      login: 'second',
      group_resource: '/groups/0',
      role_resources: ['/roles/1'],
      password: 'correct horse battery',
    });
    const { user_resource: user } = created.body as { user_resource: string };
    await expect.poll(() => lastAdministrator()).toBe('');
    const suspended = await send('PUT', '/users/1', { suspended: true }, await here().signIn('second'));
    expect(suspended.status).toBe(200);
    await expect.poll(arrived).toBe(1);
    expect(alert(0)).toMatchObject({
      type: 'administrator.last_changed',
      text: 'Only one administrator with a password is left (localhost:8080)',
      data: { user },
    });
    await later(61 * minute);
    const facts = database.db.updateTable('service_facts').where('value', '=', user);
    await facts.set({ value: '/users/0' }).execute();
    await expect.poll(arrived).toBe(2);
    expect(alert(1)).toMatchObject({
      text: 'The only administrator with a password is now a different one (localhost:8080)',
      data: { user, before: '/users/0' },
    });
  });

  it('are listed, newest first, for those who can read what they are about', async () => {
    const { alerts } = stores();
    const inAnHour = new Date(here().clock.now.getTime() + 60 * minute);
    const users = await database.db.selectFrom('users').select(['id', 'login']).execute();
    const pathOf = (login: string) => `/users/${users.find((user) => user.login === login)?.id}`;
    const about = [
      { resource: '/oidc_ops/1', name: 'Acme' },
      { resource: '/delayed_job_statuses/1', user: pathOf('tenant') },
      { user: pathOf('guest') },
    ];
    for (const [minutes, data] of about.entries())
      await alerts.raise('job.failed', new Date(inAnHour.getTime() + minutes * minute), data);
    const pendingOf = async (login: string) => {
      const pending = (await listed(await here().signIn(login))).filter(({ state }) => state === 'pending');
      return pending.map(({ resource, name }) => [resource, name]);
    };
    const ofProvider = ['/oidc_ops/1', 'Acme'];
    const ofTenant = ['/delayed_job_statuses/1', 'tenant'];
    const ofGuest = [pathOf('guest'), 'guest'];
    await send('PUT', '/users/1', { suspended: false }, await here().signIn('second'));
    expect(await pendingOf('admin')).toEqual([ofGuest, ofTenant, ofProvider]);
    expect(await pendingOf('tenant')).toEqual([ofTenant]);
    expect(await pendingOf('auditor')).toEqual([ofProvider]);
    expect(await pendingOf('guest')).toEqual([ofGuest]);
    const page = await here().visit('/alerts?start=1&limit=1', await here().signIn('admin'));
    expect(page.body).toMatchObject({ rows: expect.any(Number), start: 1, data: [{ name: 'tenant' }] });
    const without = await startTestService(database);
    expect((await without.get('/alerts')).body).toEqual({ rows: 0, data: [], start: 0 });
    await without.close();
  });
});
