import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testStores } from '../../../testing/databases.ts';
import { startTestService } from '../../../testing/service.ts';
import type { Database } from './database.ts';
import { Exchange } from './exchange.ts';

describe.each(testStores())('early statements on $name', ({ open, name }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    // Opens the connections.
    await processOf(database.db, 0);
    await processOf(database.early, 0);
  });
  afterAll(() => database.close());

  /** The server process that executes a statement. */
  const processOf = (db: Database['db'], value: number) =>
    sql<{ pid: number; value: number }>`select pg_backend_pid() as pid, ${value}::int as value`.execute(db);

  it('are executed on the connection of the next one', async () => {
    for (let count = 0; count < 4; count += 1) {
      const [early, next] = await database.together(() =>
        Promise.all([processOf(database.early, count), processOf(database.db, count + 10)]),
      );
      expect(early.rows).toEqual([{ pid: next.rows[0]?.pid, value: count }]);
      expect(next.rows[0]?.value).toBe(count + 10);
    }
  });

  it('are executed by themselves if none follows', async () => {
    expect((await processOf(database.early, 1)).rows).toMatchObject([{ value: 1 }]);
    const inside = await database.together(() => processOf(database.early, 2));
    expect(inside.rows).toMatchObject([{ value: 2 }]);
  });

  // PGlite executes one statement at a time.
  it.runIf(name === 'PostgreSQL')("don't wait for the statements of others", async () => {
    const lock = sql`select pg_advisory_xact_lock(1)`;
    const others = await database.background.transaction().execute(async (transaction) => {
      await lock.execute(transaction);
      const early = database.together(() => processOf(database.early, 3));
      const waiting = [0, 1].map(async () => {
        await Promise.resolve();
        await lock.execute(database.db);
      });
      expect((await early).rows).toMatchObject([{ value: 3 }]);
      return { waiting };
    });
    await Promise.all(others.waiting);
  });

  it("don't become part of a transaction", async () => {
    const lock = sql`lock table groups in access exclusive mode`;
    const [early] = await database.together(() =>
      Promise.all([
        sql<{ name: string }>`select name from groups where id = ${0}`.execute(database.early),
        database.db.transaction().execute(async (transaction) => {
          await sql`update groups set name = ${'Renamed'} where id = ${0}`.execute(transaction);
          await lock.execute(transaction);
        }),
      ]),
    );
    expect(['Default', 'Renamed']).toContain(early.rows[0]?.name);
  });

  it('succeed if the next one fails', async () => {
    const [early, next] = await database.together(() =>
      Promise.allSettled([processOf(database.early, 5), sql`select ${1}::int / 0`.execute(database.db)]),
    );
    expect(early).toMatchObject({ status: 'fulfilled', value: { rows: [{ value: 5 }] } });
    expect(next).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect((await processOf(database.db, 6)).rows).toMatchObject([{ value: 6 }]);
  });
});

describe.each(testStores().slice(1))('reads on $name', ({ open }) => {
  it('authenticate and read in one round trip', async () => {
    const database = await open();
    const service = await startTestService(database);
    const submit = vi.spyOn(Exchange.prototype, 'submit');
    for (const path of ['/groups', '/groups/1']) {
      const read = () => service.request('admin', 'GET', path);
      await read();
      submit.mockClear();
      expect(await read()).toMatchObject({ status: 200 });
      const exchanges = submit.mock.contexts.filter((context) => context instanceof Exchange);
      // Jobs have statements of their own.
      expect(exchanges.map(({ results }) => results.length).filter((count) => count > 1)).toEqual([2]);
    }
    submit.mockRestore();
    await service.close();
    await database.close();
  });
});
