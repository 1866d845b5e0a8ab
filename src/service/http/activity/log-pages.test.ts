import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { testStores } from '../../../testing/databases.ts';
import { testServiceOn } from '../../../testing/setups/service-setup.ts';

const size = 700;
const { countedAhead } = limits;

describe.each(testStores())('pages of a log on $name', ({ open }) => {
  const service = testServiceOn(open);
  beforeAll(async () => {
    // Every seventh entry is about a user of Acme, the others are about one of the Americas.
    await sql`insert into changes (id, at, user_id, login, via, action, collection, record, resource, name, fields, count,
        request_id, path)
      select n, now(), 1, 'admin', 'session', case when n % 2 = 0 then 'updated' else 'deleted' end, 'users', '/users/' || n,
        '/users/' || n, 'user ' || n, '[]', 1, '', case when n % 7 = 0 then array[2, 1, 0] else array[4, 0] end
      from generate_series(1, ${sql.lit(size)}) n`.execute(service.database.db);
    await sql`update activity_numbers set last = ${size} where log = 'changes'`.execute(service.database.db);
  });

  const page = async (query: string, as = 'admin') => {
    const { status, body } = await service.request(as, 'GET', `/changes?fields=change_resource&${query}`);
    expect(status).toBe(200);
    return body as { rows: number; data: { change_resource: string }[]; next: string };
  };
  const numbersOf = ({ data }: Awaited<ReturnType<typeof page>>) =>
    data.map(({ change_resource: path }) => Number(path.split('/').at(-1)));

  it('are counted completely without filters', async () => {
    expect((await page('limit=10')).rows).toBe(size);
    expect((await page('limit=10&start=690')).rows).toBe(size);
    expect((await page('limit=10&start=700')).rows).toBe(size);
  });

  it('are counted no further than necessary with filters', async () => {
    const rows = async (query: string) => (await page(`login=admin&${query}`)).rows;
    expect(await rows('limit=10')).toBe(10 + countedAhead);
    expect(await rows('limit=10&start=200')).toBe(210 + countedAhead);
    expect(await rows('limit=10&after=100')).toBe(10 + countedAhead);
    expect(await rows(`limit=10&start=${size - 10 - countedAhead}`)).toBe(size);
    expect(await rows('limit=10&start=600')).toBe(size);
    expect(await rows('limit=10&start=690')).toBe(size);
    expect(await rows('limit=10&start=695')).toBe(size);
    expect(await rows('limit=10&start=10000')).toBe(size);
    expect(await rows('limit=10&after=695')).toBe(5);
    expect((await page('action=deleted&limit=300')).rows).toBe(size / 2);
    expect((await page('login=nobody')).rows).toBe(0);
  });

  it('contain what the caller can see, in either direction', async () => {
    const acme = Array.from({ length: size / 7 }, (_, index) => size - index * 7);
    const newest = await page('limit=30', 'tenant');
    expect([newest.rows, numbersOf(newest)]).toEqual([acme.length, acme.slice(0, 30)]);
    expect(numbersOf(await page('limit=30&start=90', 'tenant'))).toEqual(acme.slice(90));
    const oldest = await page('limit=30&after=0', 'tenant');
    expect([oldest.rows, numbersOf(oldest), oldest.next]).toEqual([
      acme.length,
      acme.slice(-30).toReversed(),
      String(acme.at(-30)),
    ]);
  });

  it("aren't shifted by later entries if they end at a cursor", async () => {
    const { next } = await page('limit=1');
    const before = [await page(`through=${next}&limit=5`), await page(`through=${next}&login=admin&limit=5`)];
    await service.put('/groups/4', { description: 'later' });
    expect(await page(`through=${next}&limit=5`)).toEqual(before[0]);
    expect(await page(`through=${next}&login=admin&limit=5`)).toEqual(before[1]);
    expect(before.map(numbersOf)).toEqual([
      [700, 699, 698, 697, 696],
      [700, 699, 698, 697, 696],
    ]);
    expect(await page('through=3&after=1')).toMatchObject({ rows: 2, next: '3' });
    expect((await service.get('/changes?through=last')).body).toEqual({
      detail: ['through: must be a cursor from next, or 0'],
    });
  });

  it('continue beyond 32 bits', async () => {
    const last = 2 ** 31 + 5;
    for (const table of ['changes', 'sign_in_events'])
      await sql`update ${sql.table(table)} set id = id + ${last} - (select max(id) from ${sql.table(table)})`.execute(
        service.database.db,
      );
    await sql`update activity_numbers set last = ${last}`.execute(service.database.db);
    await service.put('/groups/4', { description: 'beyond' });
    await service.signIn('guest');
    const newest = await page(`after=${last - 1}`);
    expect([numbersOf(newest), newest.next]).toEqual([[last, last + 1], String(last + 1)]);
    expect(numbersOf(await page('limit=1&login=admin'))).toEqual([last + 1]);
    for (const path of [`/changes/${last + 1}`, `/sign_in_events/${last + 1}`])
      expect((await service.get(path)).status).toBe(200);
    expect((await service.get('/changes?after=999999999999999')).status).toBe(200);
    expect((await service.get('/changes/999999999999999')).status).toBe(404);
  });
});
