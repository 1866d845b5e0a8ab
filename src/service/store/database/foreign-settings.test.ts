import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { loadData, startTestService } from '../../../testing/service.ts';
import { testGateway } from '../../../testing/gateway.ts';
import { openDatabase } from './database.ts';

const server = process.env['TEST_DATABASE_URL'];
const database = `foreign_${process.pid}`;
const user = `${database}_user`;

describe.skipIf(!server)("another organization's PostgreSQL", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  /** Executes statements as the administrator, in a database. */
  async function administer(statements: readonly string[], name = '') {
    const url = new URL(server ?? '');
    if (name !== '') url.pathname = `/${name}`;
    const client = new Client({ connectionString: url.href });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  /** Creates a database and its owner, who hasn't been used before. @returns the URL for the owner */
  async function create(options: string, ...statements: string[]) {
    await administer([
      `create role ${user} login`,
      `create database ${database} owner ${user} template template0 ${options}`,
      ...statements,
    ]);
    closing.push(() => administer([`drop database ${database} with (force)`, `drop role ${user}`]));
    const url = new URL(server ?? '');
    url.pathname = `/${database}`;
    url.username = user;
    return url.href;
  }

  it('ends the start if it allows too few connections', async () => {
    const databaseUrl = await create('', `alter role ${user} connection limit 1`);
    await expect(openDatabase({ databaseUrl })).rejects.toThrow('too many connections');
  });

  it('has settings that change what values look like, or how transactions work', async () => {
    const settings = {
      datestyle: "'German, DMY'",
      intervalstyle: "'iso_8601'",
      timezone: "'Asia/Tokyo'",
      bytea_output: "'escape'",
      client_encoding: "'LATIN1'",
      standard_conforming_strings: 'off',
      default_transaction_isolation: "'serializable'",
      default_transaction_deferrable: 'on',
      statement_timeout: "'1min'",
      idle_session_timeout: "'1min'",
    };
    const set = ([name, value]: string[]) => `alter database ${database} set ${name} = ${value}`;
    const opened = await openDatabase({
      databaseUrl: await create('', ...Object.entries(settings).map(set)),
    });
    const service = await startTestService(opened);
    closing.push(opened.close, service.close);
    const name = 'Grüße \\ 日本 \\x41';
    expect(await service.create('/groups', { name })).toMatchObject({ name });
    const { body } = await service.get('/changes?limit=1');
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(body).toMatchObject({ data: [{ name, at }] });
    const { rows } = await sql<{ statement: string; idle: string }>`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_session_timeout') as idle`.execute(opened.db);
    expect(rows[0]?.statement).not.toBe('1min');
    expect(rows[0]?.idle).toBe('0');
  });

  it.each([
    ["encoding 'LATIN1' locale 'C'", [], /has the encoding LATIN1: create one with UTF8/],
    ["encoding 'SQL_ASCII' locale 'C'", [], /has the encoding SQL_ASCII: create one with UTF8/],
    [
      '',
      [`alter database ${database} set default_transaction_read_only = on`],
      /The database is read-only: turn off default_transaction_read_only/,
    ],
    ['', [`alter role ${user} set search_path = 'no_such'`], /can't use any schema of the search_path/],
  ])('%s is refused with the cause: %j', async (options, statements, reason) => {
    const databaseUrl = await create(options, ...statements);
    await expect(openDatabase({ databaseUrl })).rejects.toThrow(reason);
  });

  it('has a user who may only read', async () => {
    const databaseUrl = await create('');
    await (await openDatabase({ databaseUrl })).close();
    await administer(
      [
        `reassign owned by ${user} to ${new URL(server ?? '').username}`,
        `grant select on all tables in schema public to ${user}`,
      ],
      database,
    );
    await expect(openDatabase({ databaseUrl })).rejects.toThrow(
      new RegExp(`The user "${user}" can't write the table \\w+: grant it SELECT, INSERT, UPDATE and DELETE`),
    );
  });

  it("isn't ready once it becomes read-only", async () => {
    const opened = await openDatabase({ databaseUrl: await create('') });
    await loadData(opened.db);
    const gateway = await testGateway({}, { database: opened });
    closing.push(opened.close, () => gateway.close());
    const ready = () => gateway.inject('/-/ready');
    expect((await ready()).statusCode).toBe(200);
    await administer([
      `alter database ${database} set default_transaction_read_only = on`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    ]);
    await expect.poll(async () => (await ready()).payload).toContain('the database is read-only');
    expect((await ready()).statusCode).toBe(503);
  });
});
