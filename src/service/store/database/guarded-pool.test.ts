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

  it('closes it at the end, without waiting for any time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await processId();
    await guarded.end();
    expect(pool.totalCount).toBe(0);
  });
});
