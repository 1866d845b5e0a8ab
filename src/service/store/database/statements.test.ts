import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStores } from '../../../testing/databases.ts';

describe.each(testStores())('statements on $name', ({ open }) => {
  it('can be repeated after they failed', async () => {
    const { db, close } = await open();
    const insert = (name: string) =>
      db.insertInto('groups').values({ name, description: '', parent_id: 0 }).execute();
    await insert('one');
    for (let count = 0; count < 3; count += 1) {
      await expect(insert('one')).rejects.toMatchObject({ code: '23505', constraint: 'groups_sibling_name' });
      await expect(sql`select ${count}::int / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
      await expect(sql`select nothing from ${count}`.execute(db)).rejects.toMatchObject({ code: '42601' });
    }
    await insert('two');
    expect(await db.selectFrom('groups').select('name').orderBy('id').execute()).toEqual(
      ['Default', 'one', 'two'].map((name) => ({ name })),
    );
    await close();
  });

  it('have the same columns after their first values were rejected', async () => {
    const { db, close } = await open();
    const read = (value: string) => sql`select ${value}::int as number, 'text' as text`.execute(db);
    for (let count = 0; count < 3; count += 1) {
      await expect(read('none')).rejects.toMatchObject({ code: '22P02' });
      expect((await read('5')).rows).toEqual([{ number: 5, text: 'text' }]);
    }
    await close();
  });

  it('return results of any size', async () => {
    const { db, close } = await open();
    const text = 'ü'.repeat(700);
    for (const size of [3_000, 0, 1]) {
      const { rows } = await sql<{ n: number; text: string }>`select n, repeat('ü', 700) as text
        from generate_series(1, ${size}::int) n`.execute(db);
      expect(rows).toEqual(Array.from({ length: size }, (_, index) => ({ n: index + 1, text })));
    }
    await close();
  });

  it('take every kind of value', async () => {
    const { db, close } = await open();
    const texts = ['plain', 'a "quoted" \\ text', 'comma, {brace}', 'NULL', '', 'Grüße 👋', '\n'];
    const at = new Date('2026-01-02T03:04:05.678Z');
    // Repeated statements are prepared.
    for (let count = 0; count < 3; count += 1) {
      const { rows } =
        await sql`select ${texts}::text[] as texts, ${[]}::int[] as none, ${[1, 2]}::int[] as numbers,
        ${[at, null]}::timestamptz[] as times, ${at}::timestamptz as at, ${true}::boolean as yes, ${null}::text as nothing,
        ${'{"a":[1]}'}::jsonb as json, ${1.5}::float8 as half, ${'naïve'}::text as text`.execute(db);
      expect(rows).toEqual([
        {
          texts,
          none: [],
          numbers: [1, 2],
          times: [at, null],
          at,
          yes: true,
          nothing: null,
          json: { a: [1] },
          half: 1.5,
          text: 'naïve',
        },
      ]);
    }
    await close();
  });
});

const servers = testStores().filter(({ name }) => name === 'PostgreSQL');

describe.each(servers)('plans on $name', ({ open }) => {
  it('are planned once', async () => {
    const { db, close } = await open();
    await db.connection().execute(async (connection) => {
      const plans = async () => {
        const kept = await sql<{ plans: number }>`select count(*)::int as plans from pg_prepared_statements
          where statement like '%' || ${'keeps its plan'}`.execute(connection);
        return kept.rows[0]?.plans;
      };
      for (let count = 0; count < 4; count += 1) {
        const result = await sql<{ sum: number }>`select ${count}::int + 1 as sum -- keeps its plan`.execute(
          connection,
        );
        expect(result.rows).toEqual([{ sum: count + 1 }]);
      }
      expect(await plans()).toBe(1);
    });
    await close();
  });

  it('are kept in limited numbers', async () => {
    const { db, close } = await open();
    await db.connection().execute(async (connection) => {
      for (let count = 0; count < 700; count += 1) {
        const statement = sql.raw(`select 1 as value where ${count} >= `);
        for (let again = 0; again < 2; again += 1) await sql`${statement} ${0}::int`.execute(connection);
      }
      const kept = await sql<{ plans: number }>`
        select count(*)::int as plans from pg_prepared_statements`.execute(connection);
      expect(kept.rows[0]?.plans).toBeGreaterThan(0);
      expect(kept.rows[0]?.plans).toBeLessThanOrEqual(301);
    });
    await close();
  });

  it('keep their plan while others are used less', async () => {
    const { db, close } = await open();
    await db.connection().execute(async (connection) => {
      const use = async (text: string) => {
        const { rows } = await sql`${sql.raw(text)} where ${0}::int = 0`.execute(connection);
        expect(rows).toHaveLength(1);
      };
      const planned = async (text: string) => {
        const kept = await sql<{ at: Date }>`select prepare_time as at from pg_prepared_statements
          where statement like ${`${text} where%`}`.execute(connection);
        return kept.rows;
      };
      const [frequent, late] = ['select 1 as frequent', 'select 1 as late'];
      await use(frequent);
      await use(frequent);
      const before = await planned(frequent);
      expect(before).toHaveLength(1);
      for (let count = 0; count < 700; count += 1) {
        for (let again = 0; again < 2; again += 1) await use(`select 1 as other_${count}`);
        await use(frequent);
      }
      for (let count = 0; count < 3; count += 1) await use(late);
      expect(await planned(frequent)).toEqual(before);
      expect(await planned(late)).toHaveLength(1);
    });
    await close();
  });
});
