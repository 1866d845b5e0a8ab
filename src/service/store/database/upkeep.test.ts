import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/databases.ts';
import type { Database } from './database.ts';

describe('the upkeep of the embedded database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const groups = async () => {
    // The database reports its counters only now and then, or if asked to.
    await sql`select pg_stat_force_next_flush()`.execute(database.db);
    const { rows } = await sql<{ known: number; dead: number; pages: number }>`
      select reltuples::int as known, n_dead_tup::int as dead,
        (pg_relation_size('groups') / current_setting('block_size')::int)::int as pages
      from pg_class join pg_stat_user_tables on relid = oid where oid = 'groups'::regclass`.execute(
      database.db,
    );
    return rows[0];
  };
  const insert = (count: number) =>
    sql`insert into groups (name, description, parent_id)
      select 'Group ' || n, '', 0 from generate_series(1, ${count}::int) n`.execute(database.background);
  const removeAll = () => sql`delete from groups where id > 0`.execute(database.background);

  it('updates the statistics of tables that changed', async () => {
    await insert(3_000);
    await groups();
    await database.maintain();
    expect(await groups()).toMatchObject({ known: 3_001 });
  });

  it('skips tables that hardly changed', async () => {
    await sql`delete from groups where id between 1 and 100`.execute(database.db);
    await groups();
    await database.maintain();
    expect(await groups()).toMatchObject({ known: 3_001, dead: 100 });
  });

  it('makes the space of deleted rows available', async () => {
    await removeAll();
    await groups();
    await database.maintain();
    const empty = await groups();
    expect(empty).toMatchObject({ known: 1, dead: 0 });
    await insert(3_000);
    const { pages = 0 } = (await groups()) ?? {};
    await removeAll();
    await groups();
    await database.maintain();
    await insert(3_000);
    expect((await groups())?.pages).toBe(pages);
  });
});
