import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testStores } from '../../../testing/databases.ts';
import type { Database } from '../../store/database/database.ts';
import { unitOfWork } from '../../store/tables/stores.ts';
import { createAdministrator, hasAnotherPassword, resetAdministrator } from './first-administrator.ts';
import { openSession } from './sessions.ts';
import { recording } from '../../../testing/service.ts';
import { systemClock } from '../../system-clock.ts';

const instances = 6;

/** How many transactions wait for another one in this database. */
async function waiting(db: Database['db']): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select distinct pid from pg_locks
    join pg_database on pg_database.oid = pg_locks.database
    where not granted and datname = current_database()`.execute(db);
  return rows.length;
}

describe.each(testStores())('the first administrator on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('is created once when several instances start at the same time', async () => {
    const { db, kind } = database;
    const work = unitOfWork(db, systemClock, recording);
    let starts: Promise<(string | undefined)[]> = Promise.resolve([]);
    await db.transaction().execute(async (holder) => {
      await sql`lock table roles in exclusive mode`.execute(holder);
      starts = Promise.all(Array.from({ length: instances }, () => createAdministrator(work)));
      // None continues until all of them have found the service empty. PGlite has only one connection.
      while (kind === 'postgres' && (await waiting(db)) < instances) await sleep(10);
    });
    const passwords = await starts;
    expect(passwords.filter((password) => password !== undefined)).toHaveLength(1);
    expect(await db.selectFrom('users').select('login').execute()).toEqual([{ login: 'admin' }]);
    expect(await db.selectFrom('roles').select('name').execute()).toEqual([{ name: 'Administrators' }]);
    expect(await createAdministrator(work)).toBeUndefined();
  });

  it('gets a lost password back, which ends sessions and a suspension', async () => {
    const { db } = database;
    const work = unitOfWork(db, systemClock, recording);
    const reset = 'another password';
    const user = await db.selectFrom('users').select(['id', 'login']).executeTakeFirstOrThrow();
    await openSession(work.stores, user, new Date(), { address: '', userAgent: '', requestId: '' });
    await work.stores.users.suspend(user.id, true);
    expect(await hasAnotherPassword(work, reset)).toBe(true);
    expect(await resetAdministrator(work, reset)).toBe(true);
    expect(await hasAnotherPassword(work, reset)).toBe(false);
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
    const last = db.selectFrom('changes').select(['via', 'login', 'fields']).orderBy('id', 'desc').limit(1);
    const resumed = { name: 'suspended', before: true, after: false };
    expect(await last.execute()).toEqual([
      { via: 'start', login: null, fields: [resumed, { name: 'password', replaced: true }] },
    ]);
    expect(await work.stores.users.find(user.id)).toMatchObject({ suspended_at: null });
    await db.updateTable('users').set({ login: 'ann' }).execute();
    expect(await hasAnotherPassword(work, '')).toBe(false);
    expect(await resetAdministrator(work, reset)).toBe(false);
  });
});
