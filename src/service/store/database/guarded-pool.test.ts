import { Pool, type PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryOn } from '../../../testing/databases.ts';
import { stepLimit } from '../../../tooling/time-limits.ts';
import { guardedPool, type AbortablePool } from './guarded-pool.ts';

const connectionString = process.env['TEST_DATABASE_URL'];

describe.skipIf(!connectionString)('a pool with one connection', () => {
  let pool: Pool;
  let guarded: AbortablePool;
  let connections: PoolClient[];
  beforeEach(() => {
    pool = new Pool({ connectionString, max: 1 });
    guarded = guardedPool(pool, stepLimit);
    connections = [];
    pool.on('connect', (client) => connections.push(client)).on('error', () => undefined);
  });
  afterEach(async () => {
    vi.useRealTimers();
    guarded.abort();
    await guarded.end();
  });

  const processId = async () => (await queryOn(guarded, 'select pg_backend_pid() as pid')).rows[0];

  it('shares it between statements and transactions, without waiting for any time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const client = await guarded.connect();
    const statements = [processId(), processId()];
    client.release();
    const [first, second] = await Promise.all(statements);
    expect(second).toEqual(first);
  });

  it('replaces it if it ends while no one uses it', async () => {
    const first = await processId();
    const [connection = expect.fail()] = connections;
    const ended = new Promise<void>((resolve) => connection.once('end', resolve));
    const other = new Pool({ connectionString });
    await other.query('select pg_terminate_backend($1)', [(first as { pid: number }).pid]);
    await Promise.all([ended, other.end()]);
    expect(await processId()).not.toEqual(first);
  });

  it('closes it at the end, without waiting for any time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await processId();
    await guarded.end();
    expect(pool.totalCount).toBe(0);
  });
});

it.skipIf(!connectionString)(
  'a pool waits for a connection in use if the server has no further one',
  async () => {
    const admin = new Pool({ connectionString });
    const role = `limited_${process.pid}`;
    await admin.query(`create role ${role} login connection limit 1`);
    const url = new URL(connectionString ?? '');
    url.username = role;
    const pool = new Pool({ connectionString: url.href, max: 5 });
    pool.on('error', () => undefined);
    const guarded = guardedPool(pool, 60_000);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, value) =>
        queryOn(guarded, 'select $1::int as value, pg_sleep(0.01)', [value]).then(({ rows }) => rows[0]),
      ),
    );
    expect(results).toEqual(Array.from({ length: 20 }, (_, value) => ({ value, pg_sleep: '' })));
    expect(pool.totalCount).toBe(1);
    await guarded.end();
    await admin.query(`drop role ${role}`);
    await admin.end();
  },
);
