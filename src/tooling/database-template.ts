/**
 * Builds the database template that a first start and the tests copy: initializing a database and creating the schema takes
 * several seconds.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { runnerImport } from 'vite';
import { hashOf } from './sources.mjs';

const service = 'src/service/store/database';
const sources = [
  'src/tooling/database-template.ts',
  'node_modules/@electric-sql/pglite/package.json',
  `${service}/migrate.ts`,
  `${service}/migrations`,
];

/** @returns the template file, rebuilt if it's missing or the PGlite version or schema has changed */
export async function databaseTemplate(): Promise<string> {
  const file = path.resolve('node_modules/.cache/palisade/database-template.tar.gz');
  const stampFile = `${file}.stamp`;
  const stamp = hashOf(sources);
  if (existsSync(file) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return file;
  mkdirSync(path.dirname(file), { recursive: true });
  // Renamed when complete, because a build and a test run may write it simultaneously.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, await makeTemplate());
  renameSync(temporary, file);
  writeFileSync(stampFile, stamp);
  return file;
}

/** @returns a gzipped tar file */
async function makeTemplate(): Promise<Uint8Array> {
  const database = await PGlite.create();
  const query = async (text: string, values: readonly unknown[]) => {
    const { rows } = await database.query(text, [...values]);
    return { command: 'SELECT' as const, rowCount: rows.length, rows: rows as never[] };
  };
  const connection = { query, release: () => undefined } as unknown as PostgresPoolClient;
  const pool = { connect: () => Promise.resolve(connection), end: () => Promise.resolve() };
  const environment = process.env['NODE_ENV'];
  const { module } = await runnerImport<{ migrate(db: Kysely<unknown>): Promise<void> }>(
    `/${service}/migrate.ts`,
  );
  // Vite sets it, for everything that this process starts later.
  if (environment === undefined) delete process.env['NODE_ENV'];
  await module.migrate(new Kysely({ dialect: new PostgresDialect({ pool }) }));
  // Only needed to create databases, which never happens in this cluster; they're two thirds of the files.
  for (const name of ['template0', 'template1']) {
    await database.exec(`alter database ${name} with is_template false`);
    await database.exec(`drop database ${name}`);
  }
  // Opening the copy then replays no write-ahead log.
  await database.exec('checkpoint');
  const dump = await database.dumpDataDir('gzip');
  await database.close();
  return new Uint8Array(await dump.arrayBuffer());
}
