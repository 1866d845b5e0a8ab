import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Alert, AlertDestination } from '../../../contract/activity/alerts.ts';
import { testStores } from '../../../testing/databases.ts';
import { recording, startTestService, type TestService } from '../../../testing/service.ts';
import { startReceiver } from '../../../testing/setups/webhook-receiver.ts';
import { stepLimit } from '../../../tooling/time-limits.ts';
import { createOutbound } from '../../outbound/outbound.ts';
import { newCounts } from '../../service.ts';
import type { Database } from '../../store/database/database.ts';
import { unitOfWork } from '../../store/tables/stores.ts';

const minute = 60_000;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Two instances with two destinations. */
describe.each(testStores())('delivery of alerts on $name', ({ open }) => {
  let database: Database;
  let services: TestService[] = [];
  let one: Receiver;
  let other: Receiver;
  let now = new Date('2026-01-01T12:00:00Z');
  let raised = 0;
  let counts = newCounts();

  beforeAll(async () => {
    database = await open();
    [one, other] = [await startReceiver(), await startReceiver()];
  });
  const start = async (url: string, instances = 2, milliseconds = stepLimit) => {
    const outbound = createOutbound({ allow: [one.host, other.host], timeoutMilliseconds: milliseconds });
    const alerts = { url, outbound, pollMilliseconds: 20 };
    for (let index = 0; index < instances; index += 1) {
      const service = await startTestService(database, { alerts, counts });
      service.clock.now = now;
      services.push(service);
    }
  };
  const both = () => `${one.url}/one-secret ${other.url}/other-secret`;
  const stop = async () => {
    await Promise.all(services.map((service) => service.close()));
    services = [];
  };
  afterEach(async () => {
    await stop();
    counts = newCounts();
    one.reset();
    other.reset();
    for (const table of ['alerts', 'alert_destinations', 'sign_in_failures'] as const)
      await database.db.deleteFrom(table as never).execute();
  });
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await database.close();
  });
  const later = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
    for (const { clock } of services) clock.now = now;
  };
  const raise = async () => {
    const resource = `/oidc_ops/${(raised += 1)}`;
    const name = 'www.Acme [x](https://evil.example) @all';
    const { stores } = unitOfWork(database.db, () => now, recording);
    await stores.alerts.raise('provider.broken', now, { resource, name, reason: '<!here>' });
    return resource;
  };
  const raiseAll = async () => [await raise(), await raise(), await raise()];
  const resourcesIn = (receiver: Receiver) =>
    receiver.bodies().map(({ data }) => (data as { resource?: string }).resource);
  const attemptsAt = (receiver: Receiver) =>
    receiver.received.map(({ headers }) => Number(headers['x-palisade-attempt']));
  const status =
    (code: number, body = '', headers = {}) =>
    (receiver: Receiver) => {
      receiver.respond = (response) => void response.writeHead(code, headers).end(body);
    };
  /** With a new session, because time passes. */
  const send = async (method: string, path: string) => {
    const [service] = services as [TestService];
    return service.request(undefined, method, path, undefined, { cookie: await service.signIn('admin') });
  };
  const get = async <Body>(path: string) => (await send('GET', path)).body as { data: Body[] };
  const destinations = async () => (await get<AlertDestination>('/alerts/destinations')).data;
  const alertAbout = async (resource: string) =>
    (await get<Alert>('/alerts')).data.find((alert) => alert.resource === resource);
  const sendTest = () => send('POST', '/alerts/test');
  /** Waits until the service has looked for due alerts again. */
  const waited = () => sleep(100);
  /** Waits for failed attempts since the start, and for their results to be noted. */
  const failures = async (count: number) => {
    await expect.poll(() => counts.alerts.failed).toBe(count);
    expect(one.received).toHaveLength(count);
  };

  it('sends each alert once to each destination, in words, too', async () => {
    await start(both());
    const resources = await raiseAll();
    for (const receiver of [one, other]) {
      await expect.poll(() => new Set(resourcesIn(receiver))).toEqual(new Set(resources));
      expect(attemptsAt(receiver)).toEqual([1, 1, 1]);
      const [{ id, text }] = receiver.bodies() as [Record<string, unknown>];
      expect(receiver.received[0]?.headers['x-palisade-delivery']).toBe(id);
      const broken = 'www.\u200BAcme [x]\u200B(https:\u200B//evil.\u200Bexample) @\u200Ball';
      expect(text).toBe(`${broken} is broken: ‹!here› (localhost:8080)`);
    }
    await expect.poll(async () => (await alertAbout(resources[2]!))?.state).toBe('delivered');
    await raise();
    await expect.poll(() => [one.received.length, other.received.length]).toEqual([4, 4]);
  });

  it("doesn't let a receiver that's silent or dead hold up another, or get an alert twice", async () => {
    one.respond = () => undefined;
    await start(`http://127.0.0.1:1/dead ${both()}`);
    const resources = await raiseAll();
    await expect.poll(() => new Set(resourcesIn(other))).toEqual(new Set(resources));
    await raise();
    await expect.poll(() => other.received.length).toBe(4);
    expect(one.received).toHaveLength(1);
    expect(await alertAbout(resources[0]!)).toMatchObject({ state: 'retrying', delivered_at: null });
  });

  it('reports a refusal, without secrets, and repeats it once an hour for a day', async () => {
    status(404, `<h1>No POST /one-secret</h1>`, { 'content-type': 'text/html' })(one);
    await start(both());
    const [first] = (await raiseAll()) as [string];
    await failures(1);
    await expect.poll(() => other.received.length).toBe(3);
    const [refusing, receiving] = await destinations();
    const refusal = { status: 404, answer: 'No POST redacted' };
    expect(refusing).toMatchObject({ name: one.host, failing_since: now.toISOString(), ...refusal });
    expect(receiving).toMatchObject({ name: other.host, failing_since: null, status: null });
    later(59 * minute);
    await raise();
    await expect.poll(() => other.received.length).toBe(4);
    expect(one.received).toHaveLength(1);
    for (const [index, wait] of [1, 60, 60, 20 * 60].entries()) {
      later(wait * minute);
      await failures(index + 2);
    }
    expect(await alertAbout(first)).toMatchObject({ state: 'retrying' });
    later(60 * minute);
    await expect.poll(async () => (await alertAbout(first))?.state).toBe('given_up');
    expect(JSON.stringify([await destinations(), await get('/alerts')])).not.toContain('one-secret');
  });

  it('repeats other failures after 1, 5 and 30 minutes, then hourly, or as asked, with the same id', async () => {
    status(500)(one);
    await start(one.url);
    const resource = await raise();
    for (const [index, wait] of [1, 5, 30, 60, 60].entries()) {
      await failures(index + 1);
      expect(await alertAbout(resource)).toMatchObject({ state: 'retrying', attempts: index + 1 });
      later(wait * minute - 1);
      await waited();
      expect(one.received).toHaveLength(index + 1);
      later(1);
    }
    await failures(6);
    expect(attemptsAt(one)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(one.bodies().map(({ id }) => id)).size).toBe(1);
    status(429, '', { 'retry-after': '120' })(one);
    later(60 * minute);
    await failures(7);
    later(2 * minute);
    await failures(8);
  });

  it('sends one summary of what is older than an hour when the destination is back', async () => {
    status(503)(one);
    await start(one.url);
    const resources = await raiseAll();
    await failures(1);
    for (const wait of [1, 5, 30]) later(wait * minute);
    later(60 * minute);
    await failures(2);
    const recent = await raise();
    status(204)(one);
    later(60 * minute);
    await expect.poll(() => one.received.length).toBe(4);
    const [, failed, summary, last] = one.bodies();
    expect(summary).toMatchObject({ id: failed?.['id'], type: 'summary', data: { count: 3 } });
    const { alerts: summarized } = summary!['data'] as {
      alerts: { id: string; data: { resource: string } }[];
    };
    expect(new Set(summarized.map(({ data }) => data.resource))).toEqual(new Set(resources));
    expect(summarized.map(({ id }) => id)).toContain(one.bodies()[0]?.['id']);
    expect(summary?.['text']).toMatch(
      /^3 alerts since .*: .*Acme .* is broken.*; .*Acme .* is broken.*\(localhost:8080\)$/,
    );
    expect(last).toMatchObject({ data: { resource: recent } });
    await expect.poll(async () => (await alertAbout(recent))?.state).toBe('delivered');
    expect(await destinations()).toMatchObject([{ failing_since: null, answer: null }]);
  });

  it('repeats what was answered too late, also after a restart, with the same id', async () => {
    one.respond = () => undefined;
    await start(one.url, 2, 50);
    await raise();
    await failures(1);
    const late = "The receiver didn't respond within 0.15 seconds";
    await expect.poll(async () => (await destinations())[0]?.answer).toBe(late);
    await stop();
    later(minute);
    await start(one.url, 1);
    await expect.poll(() => one.received.length).toBe(2);
    // The stop isn't the receiver's failure.
    await stop();
    later(minute);
    one.respond = (response) => void response.writeHead(200).end();
    await start(one.url);
    await expect.poll(() => attemptsAt(one)).toEqual([1, 2, 3]);
    expect(new Set(one.bodies().map(({ id }) => id)).size).toBe(1);
  });

  it('takes over from an instance that died, after a minute', async () => {
    one.respond = () => undefined;
    await start(one.url);
    await raise();
    await expect.poll(() => one.received.length).toBe(1);
    later(minute);
    await expect.poll(() => attemptsAt(one)).toEqual([1, 2]);
  });

  it('sends to a new destination only what no one has received, and what comes', async () => {
    await start(one.url);
    const delivered = await raise();
    await expect.poll(async () => (await alertAbout(delivered))?.state).toBe('delivered');
    await stop();
    status(410)(one);
    await start(one.url);
    const refused = await raise();
    await expect.poll(() => one.received.length).toBe(2);
    await stop();
    later(minute);
    await start(other.url);
    await expect.poll(() => resourcesIn(other)).toEqual([refused]);
    expect(attemptsAt(other)).toEqual([1]);
    expect(await alertAbout(delivered)).toMatchObject({ state: 'delivered' });
    await stop();
    later(30 * 60 * minute);
    await start(`${one.url}/changed`);
    await expect.poll(async () => (await alertAbout(delivered))?.state).toBe('delivered');
    expect(await alertAbout(refused)).toMatchObject({ state: 'delivered' });
  });

  it('sends others, and fewer, if a receiver refuses an alert or summary', async () => {
    const bad = await raise();
    const refuse = (receiver: Receiver) => {
      receiver.respond = (response) => {
        const { text, data } = receiver.bodies().at(-1) as { text: string; data: { count?: number } };
        const isTooMuch = (data.count ?? 1) > 2;
        response.writeHead(isTooMuch || JSON.stringify(data).includes(`${bad}"`) ? 400 : 204).end(text);
      };
    };
    refuse(one);
    await start(one.url);
    await failures(1);
    const good = await raise();
    later(minute);
    await expect.poll(async () => (await alertAbout(good))?.state).toBe('delivered');
    await stop();
    later(60 * minute);
    const others = [...(await raiseAll()), ...(await raiseAll())];
    later(61 * minute);
    await start(one.url);
    for (const resource of others)
      await expect.poll(async () => (await alertAbout(resource))?.state).toBe('delivered');
    expect(await alertAbout(bad)).toMatchObject({ state: 'retrying' });
    const sent = one.received.length;
    expect(sent).toBeLessThan(20);
    later(60 * minute);
    await expect.poll(() => one.received.length).toBe(sent + 1);
  });

  it('counts the attempts of each alert, also of one that waited while none could be sent', async () => {
    const causeless = { resource: '/oidc_ops/0' };
    const { alerts } = unitOfWork(database.db, () => now, recording).stores;
    await alerts.raise('provider.broken', now, causeless);
    later(25 * 60 * minute);
    await alerts.raise('provider.broken', now, causeless);
    status(500)(one);
    await start(one.url);
    await failures(1);
    expect(await alertAbout(causeless.resource)).toMatchObject({ state: 'retrying', count: 2 });
    later(25 * 60 * minute);
    await raise();
    await failures(2);
    later(minute);
    await failures(3);
    expect(attemptsAt(one)).toEqual([1, 1, 2]);
  });

  it('sends a test to each destination, seldom, and then what waits', async () => {
    status(403, 'invalid_token')(one);
    await start(both());
    await raise();
    await failures(1);
    const { body } = await sendTest();
    const tested = (body as { data: AlertDestination[] }).data;
    expect(tested).toMatchObject([
      { name: one.host, status: 403, answer: 'invalid_token', failing_since: now.toISOString() },
      { name: other.host, status: null, failing_since: null },
    ]);
    expect(one.bodies().at(-1)).toMatchObject({
      type: 'test',
      text: 'Test alert: alerts of localhost:8080 arrive',
    });
    expect((await sendTest()).status).toBe(200);
    expect(await sendTest()).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    later(2000);
    one.reset();
    expect(await sendTest()).toMatchObject({ status: 200, body: { data: [{ failing_since: null }, {}] } });
    expect(one.received).toHaveLength(1);
    later(minute);
    await expect.poll(() => one.bodies().map(({ type }) => type)).toEqual(['test', 'provider.broken']);
    await stop();
    services.push(await startTestService(database));
    expect((await sendTest()).status).toBe(409);
  });
});
