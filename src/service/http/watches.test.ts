import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../contract/activity/changes.ts';
import type { Watch } from '../../contract/oidc/watch.ts';
import type { ProviderResponse } from '../../demo/provider/behaviour.ts';
import { outages } from '../../demo/provider/misbehaviours.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { oidcSetupOn } from '../../testing/oidc-setup.ts';
import { recording, startTestService, testSecretKey } from '../../testing/service.ts';
import type { WatchRow } from '../domain/oidc/oidc-ports.ts';
import { createWatching } from '../domain/oidc/watching.ts';
import { createSecretBox } from '../domain/secret-box.ts';
import { createRelyingParty } from '../outbound/relying-party/relying-party.ts';
import { unitOfWork } from '../store/tables/stores.ts';

const minute = 60_000;
const hour = 60 * minute;

describe.each(anyTestStore())('watches of providers on $name', ({ open }) => {
  const setup = oidcSetupOn(open);
  const { service, provider } = setup;
  const later = async (milliseconds: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + milliseconds);
  };
  /** With a new session, because time passes. */
  const send = async (method: string, url: string, data?: object) =>
    service.request(undefined, method, url, data, { cookie: await service.signIn('admin') });
  const call = (method: string, id: number, data?: object) => send(method, `/oidc_ops/${id}/watch`, data);
  const create = async (more = {}) => {
    const { body, text, status } = await send('POST', '/oidc_ops', { ...setup.values(), ...more });
    expect({ status, text }).toMatchObject({ status: 201 });
    return (body as { id: number }).id;
  };
  const look = async (id: number) => {
    await later(minute);
    const { status, body, text } = await call('POST', id);
    expect({ status, text }).toMatchObject({ status: 200 });
    return body as Watch;
  };
  const current = async (id: number) => (await call('GET', id)).body as Watch;
  const put = (id: number, data: object) => send('PUT', `/oidc_ops/${id}`, data);
  /** Looks, and counts the secrets that are sent. */
  const lookCounting = async (id: number) => {
    const before = provider.requests.length;
    const watch = await look(id);
    const sent = provider.requests.slice(before).filter((request) => request === 'POST /token').length;
    return { ...watch, sent };
  };
  const alertsAbout = async (id: number) => {
    const { rows } = await sql<{ type: string; data: Record<string, unknown> }>`select type, data from alerts
      where data->>'resource' = ${`/oidc_ops/${id}`} order by at, type`.execute(setup.database.db);
    return rows.map(({ type, data }): Record<string, unknown> => ({ type, ...data }));
  };
  const changesOf = async (id: number) => {
    const { body } = await send('GET', `/changes?resource=/oidc_ops/${id}`);
    const { data } = body as { data: Change[] };
    return data.filter(({ resource }) => resource.endsWith('/watch'));
  };

  const stored = async (id: number) => {
    const found = sql<Pick<WatchRow, 'due_at' | 'taken_until' | 'worked_at'>>`
      select * from provider_watches where oidc_op_id = ${id}`;
    return (await found.execute(setup.database.db)).rows[0];
  };
  /** An instance's watching. @param behind how far its clock is behind */
  const watching = (behind = 0) => {
    const now = () => new Date(service.clock.now.getTime() - behind);
    const work = unitOfWork(setup.database.db, now, recording);
    const relyingParty = createRelyingParty(setup.outbound, now);
    const tools = { relyingParty, secrets: createSecretBox(testSecretKey), redirectUri: () => '' };
    return createWatching({ ...tools, work, now, watchHourMilliseconds: hour }, new Map());
  };
  const unexpected = (error: unknown) => expect.unreachable(String(error));
  /** Delays every look at its metadata, which then is as it should be. */
  const delayed = (milliseconds: number, more: Partial<ProviderResponse> = {}) => ({
    metadata: (good: object) => ({ body: good, delayMilliseconds: milliseconds, ...more }),
  });

  // The first test: sign-in tests need the setup's own session.
  it('know from sign-ins and tests what works', async () => {
    const id = await create({ scope: 'openid email' });
    await setup.signIn(id);
    expect(await current(id)).toMatchObject({ state: 'works', causes: [] });
    provider.behaviour = { callback: ({ state = '' }) => ({ state, error: 'access_denied' }) };
    await setup.signIn(id);
    provider.behaviour = { callback: (good) => ({ ...good, code: 'made-up' }) };
    await setup.signIn(id);
    expect(await current(id)).toMatchObject({ state: 'works' });
    provider.behaviour = { claims: (good) => ({ ...good, aud: 'another' }) };
    await setup.signIn(id);
    expect(await look(id)).toMatchObject({ state: 'broken', causes: ['wrong_audience'] });
    setup.reset();
    await later(minute);
    await setup.testSignIn(undefined, id);
    expect(await current(id)).toMatchObject({ state: 'works' });
    const alerts = (await alertsAbout(id)) as { type: string; cause?: string }[];
    expect(alerts.map(({ type, cause }) => [type, cause])).toEqual([
      ['provider.broken', 'wrong_audience'],
      ['provider.recovered', undefined],
    ]);
    expect((await changesOf(id)).map(({ via, fields: [state] }) => [via, state?.after])).toEqual(
      ['works', 'broken', 'works'].map((state) => ['watch', state]),
    );
  });

  it('contain the keys and the end of the certificates, and when they were found out', async () => {
    const id = await create();
    expect(await current(id)).toEqual({
      state: 'unknown',
      since: expect.any(String),
      checked_at: null,
      causes: [],
      certificate_ends: null,
      keys: [],
      client_secret_ends_on: null,
      probe_secret: false,
    });
    provider.behaviour = {
      keys: () => ({ body: { keys: [{ ...provider.key.publicJwk, kid: 'k'.repeat(101) }] } }),
    };
    expect((await look(id)).keys).toEqual(['k'.repeat(100)]);
    setup.reset();
    const { checked_at, keys, certificate_ends: ends } = await look(id);
    expect(checked_at).toBe(service.clock.now.toISOString());
    expect(keys).toEqual([provider.key.publicJwk.kid]);
    expect(Date.parse(ends ?? '')).toBeGreaterThan(Date.now() + 300 * 24 * hour);
  });

  it('may be looked at by hand once a minute', async () => {
    const id = await create();
    await look(id);
    await later(minute - 1);
    const { status, headers } = await call('POST', id);
    expect([status, headers['retry-after']]).toEqual([429, '60']);
  });

  it('forget what they know about another configuration, but not for a new name', async () => {
    const id = await create();
    await setup.signIn(id);
    await put(id, { name: 'Renamed', client_secret: provider.clientSecret });
    expect(await current(id)).toMatchObject({ state: 'works' });
    await put(id, { scope: 'openid phone' });
    expect(await current(id)).toMatchObject({ state: 'unknown' });
  });

  it('know from a sign-in during a look that it works', async () => {
    const id = await create();
    provider.behaviour = delayed(500, { status: 404 });
    const looked = look(id);
    await expect.poll(async () => (await stored(id))?.taken_until).toBeTruthy();
    await later(1);
    await setup.signIn(id);
    await looked;
    expect(await current(id)).toMatchObject({ state: 'works' });
  });

  it('announce that a provider works again once that is known, not when it is changed', async () => {
    const id = await create();
    provider.behaviour = { claims: (good) => ({ ...good, aud: 'another' }) };
    for (const scope of ['openid phone', 'openid profile']) {
      await setup.signIn(id);
      expect(await current(id)).toMatchObject({ state: 'broken' });
      await put(id, { scope });
      expect(await current(id)).toMatchObject({ state: 'unknown' });
    }
    const announced = async () => (await alertsAbout(id)).map(({ type }) => type);
    expect(await announced()).toEqual(['provider.broken']);
    setup.reset();
    await setup.signIn(id);
    expect(await announced()).toEqual(['provider.broken', 'provider.recovered']);
  });

  it('are not written again by everyone who signs in together', async () => {
    const id = await create();
    await setup.signIn(id);
    const first = (await stored(id))?.worked_at;
    await later(minute - 1);
    await setup.signIn(id);
    expect((await stored(id))?.worked_at).toEqual(first);
    await later(1);
    await setup.signIn(id);
    expect((await stored(id))?.worked_at).not.toEqual(first);
  });

  it('wait for no time that a clock stored that was ahead', async () => {
    const id = await create();
    const ahead = new Date(service.clock.now.getTime() + 24 * hour);
    const other = await create();
    await sql`update provider_watches set taken_until = ${ahead}, due_at = ${ahead}, asked_at = ${ahead}, worked_at = ${ahead}
      where oidc_op_id in (${id}, ${other})`.execute(setup.database.db);
    expect(await look(id)).toMatchObject({ state: 'unknown' });
    await sql`update provider_watches set due_at = ${ahead} where oidc_op_id = ${id}`.execute(
      setup.database.db,
    );
    await watching().look(new AbortController().signal, unexpected);
    expect((await stored(id))?.due_at?.getTime()).toBeLessThan(ahead.getTime());
  });

  it('are looked at again soon only after what a look depends on has changed', async () => {
    const id = await create();
    await call('PUT', id, { probe_secret: true });
    await look(id);
    await put(id, { name: 'Renamed again' });
    await call('PUT', id, { probe_secret: false });
    await call('PUT', id, { probe_secret: true });
    expect((await stored(id))?.due_at).not.toBeNull();
    await put(id, { scope: 'openid email' });
    expect((await stored(id))?.due_at).toBeNull();
  });

  it('postpone a look that fails', async () => {
    const id = await create();
    await sql`update oidc_ops set jwks_uri = 'none' where id = ${id}`.execute(setup.database.db);
    await watching().look(new AbortController().signal, (error) => expect(error).toBeInstanceOf(TypeError));
    expect(await stored(id)).toMatchObject({ taken_until: null, due_at: expect.any(Date) });
    await sql`delete from oidc_ops where id = ${id}`.execute(setup.database.db);
  });

  it('end a look when the service stops, and look again soon', async () => {
    const id = await create();
    provider.behaviour = delayed(30_000);
    const stopping = new AbortController();
    const looking = watching().look(stopping.signal, unexpected);
    await expect.poll(async () => (await stored(id))?.taken_until).toBeTruthy();
    stopping.abort();
    await looking;
    expect(await stored(id)).toMatchObject({ state: 'unknown', taken_until: null, due_at: null });
  });

  it('are looked at by hand only while fewer than two looks are under way', async () => {
    const [one, two, three] = [await create(), await create(), await create()];
    provider.behaviour = delayed(500);
    const asked = [one, one, two, three].map(async (id) => (await call('POST', id)).status);
    expect((await Promise.all(asked)).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429]);
  });

  it('announce changed metadata once, also after it was gone', async () => {
    const id = await create();
    await look(id);
    provider.behaviour = { metadata: () => ({ status: 404 }) };
    await look(id);
    const jwks_uri = `${provider.issuer}/keys?new`;
    provider.behaviour = { metadata: (good) => ({ body: { ...good, jwks_uri } }) };
    for (let looks = 0; looks < 2; looks += 1) await look(id);
    expect(await alertsAbout(id)).toMatchObject([
      { type: 'provider.broken', cause: 'metadata_gone', reason: 'No provider metadata' },
      { type: 'provider.metadata_changed', fields: ['jwks_uri'] },
      { type: 'provider.recovered', state: 'unknown' },
    ]);
  });

  it('send a secret that was entered for another origin nowhere', async () => {
    const id = await create();
    await call('PUT', id, { probe_secret: true });
    await put(id, { token_endpoint: 'https://other.example/token' });
    const causes = expect.arrayContaining(['secret_for_other_origin']) as string[];
    expect(await lookCounting(id)).toMatchObject({ sent: 0, state: 'broken', causes });
  });

  describe('that probe the secret', () => {
    const probing = async () => {
      const id = await create();
      await call('PUT', id, { probe_secret: true });
      return id;
    };

    it('try a made-up one once, and the real one once in six hours', async () => {
      const id = await probing();
      expect(await lookCounting(id)).toMatchObject({ sent: 2, state: 'works' });
      expect(await lookCounting(id)).toMatchObject({ sent: 0 });
      await call('PUT', id, { probe_secret: false });
      await call('PUT', id, { probe_secret: true });
      expect(await lookCounting(id)).toMatchObject({ sent: 0 });
      await later(6 * hour);
      expect(await lookCounting(id)).toMatchObject({ sent: 1 });
      await put(id, { scope: 'openid email' });
      expect(await lookCounting(id)).toMatchObject({ sent: 0, state: 'works' });
    });

    it('never send a rejected one again, until it is changed', async () => {
      const id = await probing();
      await put(id, { client_secret: 'expired' });
      const rejected = { state: 'broken', causes: ['client_refused'] };
      expect(await lookCounting(id)).toMatchObject({ sent: 2, ...rejected });
      await later(24 * hour);
      await put(id, { client_secret: 'expired' });
      expect(await lookCounting(id)).toMatchObject({ sent: 0, ...rejected });
      await put(id, { client_secret: provider.clientSecret });
      expect(await current(id)).toMatchObject({ state: 'unknown' });
      expect(await lookCounting(id)).toMatchObject({ sent: 1, state: 'works' });
    });

    it('never send one that was replaced during the look', async () => {
      const id = await probing();
      provider.behaviour = delayed(500);
      const looked = lookCounting(id);
      await expect.poll(async () => (await stored(id))?.taken_until).toBeTruthy();
      await put(id, { client_secret: 'another' });
      expect(await looked).toMatchObject({ sent: 0 });
    });

    it('find out what a provider says to a wrong one once it says anything', async () => {
      const id = await probing();
      provider.behaviour = { refusal: () => ({ status: 503 }) };
      expect(await look(id)).toMatchObject({ state: 'unknown' });
      setup.reset();
      await later(6 * hour);
      expect(await look(id)).toMatchObject({ state: 'works' });
    });

    it('say why it was rejected', async () => {
      const id = await probing();
      provider.behaviour = outages['secret-expired'].behaviour;
      expect(await look(id)).toMatchObject({ state: 'broken', causes: ['secret_expired'] });
    });

    it('send none after a sign-in was rejected for it', async () => {
      const id = await create({ client_secret: 'expired' });
      await setup.signIn(id);
      expect(await current(id)).toMatchObject({ state: 'broken', causes: ['client_refused'] });
      await call('PUT', id, { probe_secret: true });
      expect(await lookCounting(id)).toMatchObject({ sent: 0 });
    });

    it.each<[what: string, refusal: (good: ProviderResponse) => ProviderResponse]>([
      ['looks at the code first', () => ({ status: 400, body: { error: 'invalid_grant' } })],
      ['says everything with 401', (good) => ({ ...good, status: 401 })],
      ['fails', () => ({ status: 503 })],
    ])('know nothing from a provider that %s', async (_, refusal) => {
      const id = await probing();
      provider.behaviour = { refusal };
      expect(await look(id)).toMatchObject({ state: 'unknown', causes: [] });
    });
  });

  it('announce once each time that the secret ends in 30 days, 7 days and 1 day, and that it has', async () => {
    const id = await create();
    const day = new Date(service.clock.now.getTime() + 40 * 24 * hour).toISOString().slice(0, 10);
    expect((await call('PUT', id, { client_secret_ends_on: '2026-02-30' })).status).toBe(400);
    await call('PUT', id, { client_secret_ends_on: day });
    const instances = [watching(), watching(24 * hour - 1)];
    const days: unknown[] = [];
    for (let elapsed = 0; elapsed <= 42; elapsed += 1) {
      for (const instance of [...instances, ...instances]) await instance.review();
      const [alert] = await alertsAbout(id);
      // Until one is delivered, others are counted in it.
      if (alert && days.length < Number(alert['count'] ?? 1)) days.push(alert['days']);
      await later(24 * hour);
    }
    expect(days).toEqual([30, 7, 1, -1]);
  });

  it('are looked at by one of several instances, at most two simultaneously', async () => {
    await sql`delete from oidc_ops`.execute(setup.database.db);
    const ids = await Promise.all(Array.from({ length: 6 }, () => create()));
    let active = 0;
    let most = 0;
    provider.behaviour = {
      metadata: (good) => {
        active += 1;
        most = Math.max(most, active);
        // Long enough for the other instance to begin.
        const delayMilliseconds = most < 2 ? 2_000 : 50;
        setTimeout(() => (active -= 1), delayMilliseconds);
        return { body: good, delayMilliseconds };
      },
    };
    const before = provider.requests.length;
    const { outbound } = setup;
    const now = () => service.clock.now;
    const instances = await Promise.all(
      [1, 2].map(() => startTestService(setup.database, { outbound, now, watchMilliseconds: 20 })),
    );
    await expect
      .poll(async () => (await Promise.all(ids.map(current))).every(({ checked_at }) => checked_at))
      .toBe(true);
    await Promise.all(instances.map((instance) => instance.close()));
    const looks = provider.requests.slice(before).filter((request) => request.includes('well-known'));
    expect([looks.length, most]).toEqual([6, 2]);
  });
});
