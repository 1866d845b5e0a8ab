import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Migrator, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { testStores } from '../../../testing/databases.ts';
import { temporaryFolder } from '../../../tooling/temporary-folder.ts';
import { openDatabase } from './database.ts';
import { migrate, migrations } from './migrate.ts';
import { openPglitePool } from './pglite-pool.ts';

describe.each(testStores())('the store on $name', ({ open }) => {
  it('isolates transactions and rolls them back', async () => {
    const { db, close } = await open();
    const adding = (name: string, fail: boolean) =>
      db.transaction().execute(async (transaction) => {
        await transaction.insertInto('groups').values({ name, description: '', parent_id: 0 }).execute();
        await sql`select pg_sleep(0.02)`.execute(transaction);
        if (fail) throw new Error('on purpose');
      });
    const results = await Promise.allSettled([
      adding('kept', false),
      adding('lost', true),
      adding('kept too', false),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const names = db.selectFrom('groups').select('name').where('id', '<>', 0).orderBy('name');
    expect(await names.execute()).toEqual([{ name: 'kept' }, { name: 'kept too' }]);
    await close();
  });

  it('returns numbers, dates, JSON and texts alike', async () => {
    const { db, close } = await open();
    const { rows } = await sql<Record<string, unknown>>`
      select count(*) as count, now() as now, '{"a":1}'::jsonb as json, ${'\uFEFFa'}::text as text from groups`.execute(
      db,
    );
    expect(rows[0]).toEqual({ count: 1, now: expect.any(Date), json: { a: 1 }, text: '\uFEFFa' });
    await close();
  });

  it('brings an older schema up to date, and names what an index let in twice', async () => {
    const { db, close } = await open();
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
    await migrator.migrateTo('0008-sign-in-tests');
    await sql`insert into users (login, display_name, group_id, search_text)
      values ('ann', '', 0, ''), ('bob', 'Straße', 0, 'bob'), ('\u0410nn', '', 0, '\u0430nn')`.execute(db);
    await sql`insert into roles (name, description, admin_group_id, search_text) values ('Größe', '', 0, 'größe')`.execute(
      db,
    );
    // The last one before indexed texts were ordered by their bytes.
    await migrator.migrateTo('0020-alert-deliveries');
    // As if their order had changed, so that the index didn't find the first ann.
    const setReady = (isReady: boolean) =>
      sql`update pg_index set indisready = ${isReady} where indexrelid = 'users_login_key'::regclass`.execute(
        db,
      );
    await setReady(false);
    await sql`insert into users (login, group_id) values ('ann', 0)`.execute(db);
    await setReady(true);

    await expect(migrate(db)).rejects.toThrow(/contains a record twice .*\(login\)=\(ann\)/);
    await sql`delete from users where id = 1`.execute(db);
    await sql`create view logins as select login from users`.execute(db);
    await expect(migrate(db)).rejects.toThrow(/can't be updated .*view logins/);
    await sql`drop view logins`.execute(db);
    await migrate(db);
    const { rows } = await db.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction);
      return sql`select id from users where login = 'ann'`.execute(transaction);
    });
    expect(rows).toEqual([{ id: 4 }]);
    const users = db.selectFrom('users').select(['login', 'login_skeleton', 'search_text']).orderBy('id');
    expect((await users.execute()).slice(0, 2)).toEqual([
      { login: 'bob', login_skeleton: 'bob', search_text: 'bob\nstrasse' },
      { login: '\u0410nn', login_skeleton: 'ann', search_text: '\u0430nn\n' },
    ]);
    const role = db.selectFrom('roles').select('search_text').where('name', '=', 'Größe');
    expect(await role.execute()).toEqual([{ search_text: 'grösse' }]);
    await close();
  });

  it('orders every indexed text by its bytes, in any locale', async () => {
    const { db, close } = await open();
    const { rows } = await sql<{ column: string; collation: string }>`
      select indrelid::regclass || '.' || attname as column, collname as collation
      from pg_index join pg_class on pg_class.oid = indrelid
        join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        join pg_collation on pg_collation.oid = any(indcollation) or pg_collation.oid = attcollation
      where relnamespace = current_schema()::regnamespace and attcollation <> 0`.execute(db);
    expect(rows.map(({ column }) => column)).toEqual(
      expect.arrayContaining(['users.login', 'groups.name', 'roles.name', 'kysely_migration.name']),
    );
    expect(rows.filter(({ collation }) => collation !== 'C')).toEqual([]);
    await close();
  });

  it('refuses a schema of a newer version', async () => {
    const { db, close } = await open();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(db);
    await expect(migrate(db)).rejects.toThrow('written by a newer version of Palisade Console');
    await close();
  });
});

it("takes little memory on PGlite, and expects pages in the system's cache", async () => {
  const [{ open } = expect.fail()] = testStores();
  const { db, close } = await open();
  const { rows } = await sql`select current_setting('shared_buffers') as size,
    current_setting('random_page_cost') as cost`.execute(db);
  expect(rows).toEqual([{ size: '24MB', cost: '1.1' }]);
  await close();
});

describe('the data folder', () => {
  it('finds what was written, and calls fsync for every commit', async () => {
    const dataDir = temporaryFolder('store');
    const fsyncCounter = new SharedArrayBuffer(4);
    const first = await openDatabase({ dataDir, fsyncCounter, beatMilliseconds: 100 });
    const calls = new Int32Array(fsyncCounter);
    const before = Atomics.load(calls, 0);
    for (const name of ['1', '2', '3', '4', '5'])
      await first.db.insertInto('groups').values({ name, description: '', parent_id: 0 }).execute();
    expect(Atomics.load(calls, 0) - before).toBeGreaterThanOrEqual(5);
    await first.close();
    const second = await openDatabase({ dataDir });
    expect(await second.db.selectFrom('groups').select('name').execute()).toHaveLength(6);
    await second.close();
  });

  it("isn't written after another process has taken it over, not even by a current statement", async () => {
    const dataDir = temporaryFolder('store');
    const onLost = vi.fn<(error: Error) => void>();
    const { db, close } = await openDatabase({ dataDir, onLost, beatMilliseconds: 100 });
    const add = (name: string, seconds: number) =>
      sql`with slept as materialized (select pg_sleep(${seconds}))
        insert into groups (name, description, parent_id) select ${name}, '', 0 from slept`.execute(db);
    await add('acknowledged', 0);
    // Longer than until the next heartbeat, which finds that the claim is gone.
    const slow = add('too late', 1);
    const owner = readdirSync(dataDir).find((name) => name.startsWith('owner-')) ?? '';
    rmSync(path.join(dataDir, owner));
    // On a busy machine, it may start only after that.
    await expect(slow).rejects.toThrow(/I\/O error|belongs to another process/);
    await expect(add('later', 0)).rejects.toThrow('The data folder belongs to another process');
    await expect.poll(() => onLost.mock.lastCall?.[0].message).toContain('no longer belongs to this process');
    await close().catch(() => undefined);
    const again = await openDatabase({ dataDir });
    const names = await again.db.selectFrom('groups').select('name').orderBy('id').execute();
    expect(names.map((row) => row.name)).toEqual(['Default', 'acknowledged']);
    await again.close();
  });

  it("isn't written by a start that was stopped until another process had taken it over", async () => {
    const dataDir = temporaryFolder('store');
    await (await openDatabase({ dataDir })).close();
    const directory = path.join(dataDir, 'database');
    const contents = () =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(directory, name))
        .filter((name) => statSync(name).isFile())
        .map((name) => [name, statSync(name).mtimeMs]);
    const before = contents();
    const callbacks = { onLost: () => undefined, onDiskFailure: () => undefined };
    const claim = { file: path.join(dataDir, 'owner-lost'), ...callbacks };
    await expect(openPglitePool({ directory, claim })).rejects.toThrow('failed to initialize');
    expect(contents()).toEqual(before);
  });

  it("is rejected if it can't be written", async () => {
    const file = path.join(temporaryFolder('store'), 'file');
    writeFileSync(file, '');
    await expect(openDatabase({ dataDir: path.join(file, 'data') })).rejects.toThrow(
      /can't be written \(ENOTDIR\)/,
    );
  });
});
