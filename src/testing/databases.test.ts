import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStores } from './databases.ts';

describe.each(testStores())('a test database on $name', ({ open }) => {
  it.each([
    ['rows', sql`insert into groups (name, parent_id) values ('Left over', 0)`],
    ['deletions', sql`delete from activity_numbers`],
    ['migrations', sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`],
    ['tables', sql`create table left_over (id integer)`],
    ['columns', sql`alter table activity_numbers drop column at`],
    ['functions', sql`create function left_over() returns integer language sql as 'select 1'`],
    [
      'triggers',
      sql`create trigger left_over before update on groups for each row execute function suppress_redundant_updates_trigger()`,
    ],
  ])('is given to the next test without the %s of this one', async (_what, change) => {
    const first = await open();
    const before = await stateOf(first.db);
    await change.execute(first.db);
    expect(await stateOf(first.db)).not.toEqual(before);
    await first.close();
    const second = await open();
    expect(second.db).toBe(first.db);
    expect(await stateOf(second.db)).toEqual(before);
    const { rows } = await sql`insert into groups (name, parent_id) values ('First', 0) returning id`.execute(
      second.db,
    );
    expect(rows).toEqual([{ id: 1 }]);
    await second.close();
  });

  it('is separate from one that is open', async () => {
    const [first, second] = [await open(), await open()];
    expect(second.db).not.toBe(first.db);
    await first.close();
    await second.close();
  });
});

/** The contents of the tables that have some at first, and what the schema consists of. */
async function stateOf(db: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<unknown> {
  const { rows } = await sql`select
    (select json_agg(name order by name) from groups) as groups,
    (select json_agg(numbers order by log) from activity_numbers numbers) as numbers,
    (select json_agg(name order by name) from kysely_migration) as migrations,
    (select json_agg(concat(table_name, column_name) order by table_name, column_name)
      from information_schema.columns where table_schema = 'public') as columns,
    (select json_agg(proname order by proname) from pg_proc where pronamespace = 'public'::regnamespace)
      as functions,
    (select json_agg(concat(tgname, tgenabled) order by tgrelid::regclass::text, tgname) from pg_trigger
      where not tgisinternal) as triggers`.execute(db);
  return rows[0];
}
