/**
 * Makes the prepared fresh database from which a first start and the tests begin, because initialising one takes
 * several seconds.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const require = (await import('node:module')).createRequire(import.meta.url);

/** @returns {Promise<string>} the template file, made where it is missing or of another PGlite version */
export async function databaseTemplate() {
  const folder = path.resolve('node_modules/.cache/palisade');
  const file = path.join(folder, 'database-template.tar.gz');
  const stamp = path.join(folder, 'database-template.version');
  const packageFile = path.join(path.dirname(require.resolve('@electric-sql/pglite')), '../package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8'));
  if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return file;
  mkdirSync(folder, { recursive: true });
  const database = await PGlite.create();
  const dump = await database.dumpDataDir('gzip');
  await database.close();
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()));
  writeFileSync(stamp, version);
  return file;
}
