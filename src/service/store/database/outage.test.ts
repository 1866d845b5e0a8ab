import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCluster } from '../../../tooling/postgres-cluster.ts';
import { stepLimit } from '../../../tooling/time-limits.ts';
import { listen } from '../../../testing/gateway.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';
import { openDatabase, type Database } from './database.ts';

const cluster = await startCluster();

describe.skipIf('missing' in cluster)('a PostgreSQL server that is down or slow', () => {
  if ('missing' in cluster) return;
  let database: Database;
  let service: TestService;
  beforeAll(async () => {
    const limits = { request: 2_000, background: 2_000, probe: 300, lock: 300 };
    database = await openDatabase({ databaseUrl: cluster.url, limits });
    service = await startTestService(database);
    // The requests below find a cookie.
    await service.get('/groups/1');
  });
  afterAll(async () => {
    await service.close();
    await database.close();
    await cluster.stop();
  });

  /** Executes a statement on another connection. */
  const administer = async (statement: string): Promise<unknown[]> => {
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    return (await client.query(statement).finally(() => client.end())).rows;
  };
  const reads = (count: number) => Promise.all(Array.from({ length: count }, () => service.get('/groups')));
  const write = (name: string) => service.post('/groups', { name, description: '' });
  /** Waits for a job or a request to succeed, as clients do. */
  const untilServed = async () => {
    for (;;) {
      const response = await service.get('/groups/1');
      if (response.status === 200) return;
      expect(response.status).toBe(503);
      await new Promise((resolve) => setTimeout(resolve, Number(response.headers['retry-after']) * 20));
    }
  };
  const unavailable = {
    status: 503,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string },
    body: { detail: [expect.stringMatching(/try again/) as string] },
  };

  it("doesn't block requests while frozen, and is used again afterwards", async () => {
    await reads(20);
    cluster.freeze();
    try {
      for (const response of await reads(20)) expect(response).toMatchObject(unavailable);
      // Its outcome is not known: the statement may have arrived.
      expect(await write('Two')).toMatchObject({ status: 503 });
      await expect(database.probe.selectFrom('users').select('id').executeTakeFirst()).rejects.toThrow(
        'try again',
      );
    } finally {
      cluster.resume();
    }
    await untilServed();
    for (const response of await reads(20)) expect(response.status).toBe(200);
    expect(await write('Three')).toMatchObject({ status: 201 });
  });

  it('can be restarted', async () => {
    await reads(20);
    await cluster.shutDown();
    for (const response of await reads(20)) expect(response).toMatchObject(unavailable);
    expect(await service.post('/group_imports', { groups: [{ name: 'No' }] })).toMatchObject(unavailable);
    await cluster.restart();
    await untilServed();
    const job = await service.post('/group_imports', { groups: [{ name: 'Four' }] });
    expect(await service.finished('admin', String(job.headers['location']))).toMatchObject({ failed: false });
  });

  it('cancels statements that wait too long for a lock or run too long', async () => {
    const other = new Client({ connectionString: cluster.url });
    await other.connect();
    await other.query('begin');
    await other.query('select * from groups for update');
    expect(await service.put('/groups/1', { name: 'Five' })).toMatchObject({
      ...unavailable,
      body: { detail: ['another change holds these records: try again in a few seconds'] },
    });
    await other.query('rollback');
    await other.query('begin');
    await other.query('lock table groups');
    expect(await service.get('/groups')).toMatchObject(unavailable);
    await other.end();
    await untilServed();
  });

  it('can close connections', async () => {
    await reads(20);
    await administer(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'palisade %'",
    );
    await untilServed();
    for (const response of await reads(20)) expect(response.status).toBe(200);
  });

  it('can be behind a firewall that drops connections', async () => {
    const sockets: Socket[] = [];
    const firewall = createServer((near) => {
      const far = connect(Number(new URL(cluster.url).port), '127.0.0.1');
      near.pipe(far).pipe(near);
      sockets.push(near, far);
      for (const socket of [near, far]) socket.on('error', () => undefined);
    });
    const url = new URL(cluster.url);
    url.port = String(await listen(firewall));
    const { db, close } = await openDatabase({ databaseUrl: url.href, limits: { request: 2_000 } });
    const ask = () => sql`select 1`.execute(db);
    await Promise.all([ask(), ask()]);
    for (const socket of sockets) socket.unpipe();
    await expect(Promise.all([ask(), ask()])).rejects.toThrow('the database took too long');
    await ask();
    await close();
    for (const socket of sockets) socket.destroy();
    firewall.close();
  });

  it('can have fewer connections than requested', async () => {
    await administer('create role few login connection limit 4');
    await administer('create database few owner few');
    const url = new URL(cluster.url);
    url.pathname = '/few';
    const holder = new Client({ connectionString: url.href });
    await holder.connect();
    await holder.query('select pg_advisory_lock(1)');
    url.username = 'few';
    const limits = { request: stepLimit, lock: stepLimit };
    const { db, close } = await openDatabase({ databaseUrl: url.href, limits });
    const statements = Array.from({ length: 10 }, () => sql`select pg_advisory_xact_lock(1)`.execute(db));
    // The others wait for one of them.
    const count = "select count(*) from pg_stat_activity where application_name = 'palisade requests'";
    await expect.poll(() => administer(count)).toEqual([{ count: '4' }]);
    await holder.end();
    await Promise.all(statements);
    await close();
  });
});
