import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testStores } from '../../../testing/databases.ts';
import { json } from '../tables/queries.ts';

describe.each(testStores())('statements on $name', ({ open }) => {
  it("store U+0000, which text can't contain, as U+FFFD", async () => {
    const { db, close } = await open();
    const { rows } = await sql`select ${'a\0b'} as text, ${['\0']}::text[] as texts,
      ${json({ issuer: '\0\uD800' })} as json`.execute(db);
    expect(rows).toEqual([{ text: 'a\uFFFDb', texts: ['\uFFFD'], json: { issuer: '\uFFFD\uFFFD' } }]);
    await close();
  });
});
