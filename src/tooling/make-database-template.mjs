/**
 * Builds the database template that a first start and the tests copy: initializing a database and creating the schema takes
 * several seconds.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect } from 'kysely';
import { runnerImport } from 'vite';
import { filesBelow } from './sources.mjs';

const require = createRequire(import.meta.url);
const migrateModule = 'src/service/store/database/migrate.ts';

/** @returns {Promise<string>} the template file, rebuilt if it's missing or the PGlite version or schema has changed */
export async function databaseTemplate() {
  const folder = path.resolve('node_modules/.cache/palisade');
  const file = path.join(folder, 'database-template.tar.gz');
  const stampFile = path.join(folder, 'database-template.version');
  const stamp = templateStamp();
  if (existsSync(file) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return file;
  mkdirSync(folder, { recursive: true });
  // Renamed when complete, because a build and a test run may write it simultaneously.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, await makeTemplate());
  renameSync(temporary, file);
  writeFileSync(stampFile, stamp);
  return file;
}

/** @returns {string} a hash of the template's sources */
function templateStamp() {
  const pglite = path.join(path.dirname(require.resolve('@electric-sql/pglite')), '../package.json');
  const sources = [
    import.meta.filename,
    pglite,
    migrateModule,
    ...filesBelow('src/service/store/database/migrations'),
  ];
  const hash = createHash('sha256');
  for (const file of sources) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** @returns {Promise<Uint8Array>} a gzipped tar file */
async function makeTemplate() {
  const database = await PGlite.create();
  const environment = process.env['NODE_ENV'];
  const { module } = await runnerImport(`/${migrateModule}`);
  // Vite sets it to `development`, for everything that this process starts later.
  if (environment === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = environment;
  await /** @type {{ migrate(db: Kysely<any>): Promise<void> }} */ (module).migrate(kyselyOn(database));
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

/** @param {PGlite} database @returns {Kysely<any>} */
function kyselyOn(database) {
  const client = {
    /** @param {string} text @param {readonly unknown[]} values */
    query: async (text, values) => {
      const { rows } = await database.query(text, [...values]);
      return { command: 'SELECT', rowCount: rows.length, rows };
    },
    release: () => undefined,
  };
  const pool = /** @type {any} */ ({ connect: () => Promise.resolve(client), end: () => Promise.resolve() });
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
