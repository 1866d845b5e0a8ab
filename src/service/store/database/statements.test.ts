import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStores } from '../../../testing/databases.ts';
import { json } from '../tables/queries.ts';

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

  it("store U+0000, which text can't contain, as U+FFFD", async () => {
    const { db, close } = await open();
    const { rows } = await sql`select ${'a\0b'} as text, ${['\0']}::text[] as texts,
      ${json({ issuer: '\0\uD800' })} as json`.execute(db);
    expect(rows).toEqual([{ text: 'a\uFFFDb', texts: ['\uFFFD'], json: { issuer: '\uFFFD\uFFFD' } }]);
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
