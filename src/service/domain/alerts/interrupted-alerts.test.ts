import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/databases.ts';
import { recording } from '../../../testing/service.ts';
import type { Database } from '../../store/database/database.ts';
import { unitOfWork } from '../../store/tables/stores.ts';
import { createAlerting } from './alerts.ts';

let database: Database;
let now: Date;
beforeEach(async () => {
  database = await openTestDatabase();
  now = new Date('2026-01-01T12:00:00Z');
});
afterEach(() => database.close());

function alerting(options: Partial<Parameters<typeof createAlerting>[0]>) {
  const work = unitOfWork(database.db, () => now, recording);
  const failed: boolean[] = [];
  const run = createAlerting({
    work,
    now: () => now,
    send: () => Promise.resolve(),
    onDelivered: () => undefined,
    onFailed: (_alert, _error, isLast) => failed.push(isLast),
    ...options,
  });
  const raised = async () => {
    const { rows } = await sql`select type, next_at from alerts`.execute(database.db);
    return rows;
  };
  return { ...run, work, failed, raised };
}

it("delivers what a stop interrupted soon, and doesn't count it as failed", async () => {
  const stop = new AbortController();
  const { deliver, work, failed, raised } = alerting({
    send: () => {
      stop.abort();
      return Promise.reject(new Error('aborted'));
    },
  });
  await work.stores.alerts.raise('job.failed', now, { user: '/users/1' });
  await deliver(stop.signal);
  expect(failed).toEqual([]);
  expect(await raised()).toEqual([{ type: 'job.failed', next_at: now }]);
});
