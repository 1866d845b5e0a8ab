import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anyTestStore } from '../../../testing/databases.ts';
import { startTestService } from '../../../testing/service.ts';
import { repairSequences } from './sequences.ts';

describe.each(anyTestStore())('numbers behind the rows on $name', ({ open }) => {
  it("don't look like a name that's taken, and are repaired and named at the start", async () => {
    const database = await open();
    const service = await startTestService(database);
    const { db } = database;
    const create = (name: string) => service.post('/groups', { name });
    expect((await create('Zero')).status).toBe(201);
    const columns = await sql<{ table: string; column: string; sequence: string }>`
      select attrelid::regclass::text as table, attname as column,
        pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
      from pg_attribute where attidentity <> '' order by 1, 2`.execute(db);
    for (const { sequence } of columns.rows) await sql`select setval(${sequence}, 1, false)`.execute(db);
    await sql`update activity_numbers set last = 0`.execute(db);
    await sql`delete from activity_numbers where log = 'sign_in_events'`.execute(db);
    expect((await create('One')).status).toBe(500);
    const said: string[] = [];
    await repairSequences(db, (sentence) => said.push(sentence));
    const repaired = ['groups', 'roles', 'users', 'changes', 'sign_in_events'].map(
      (table) => `id of ${table}`,
    );
    expect(said).toEqual(
      expect.arrayContaining(
        [...repaired, 'customer_id of groups'].map((what) => `Repaired: the next ${what} existed already`),
      ),
    );
    expect((await create('One')).status).toBe(201);
    for (const { table, column, sequence } of columns.rows) {
      const isFree = sql`select nextval(${sequence}) > coalesce(max(${sql.ref(column)}), 0) as "isFree"
        from ${sql.table(table)}`;
      expect((await isFree.execute(db)).rows).toEqual([{ isFree: true }]);
    }
    await repairSequences(db, (sentence) => expect.fail(sentence));
    await service.close();
    await database.close();
  });
});
