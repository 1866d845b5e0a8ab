import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../tooling/temporary-folder.ts';
import { openDatabase } from '../database/database.ts';

function newFolder(): { dataDir: string; database: string } {
  const dataDir = temporaryFolder('folder');
  return { dataDir, database: path.join(dataDir, 'database') };
}

it.skipIf(process.platform === 'win32')("is private, also where it's copied with its modes", async () => {
  const { dataDir, database } = newFolder();
  // Of an interrupted start.
  mkdirSync(path.join(dataDir, 'database.new'), { mode: 0o755 });
  await (await openDatabase({ dataDir })).close();
  const names = ['', ...readdirSync(database, { recursive: true }).map(String)];
  // PostgreSQL's cache of its catalog, without anyone's data, is created with the process's umask.
  const ours = names.filter((name) => path.basename(name) !== 'pg_internal.init');
  const shared = ours.filter((name) => (statSync(path.join(database, name)).mode & 0o077) !== 0);
  expect(shared).toEqual([]);
});

/** A data folder whose database has the files and folders that every database has, and no others. */
function outlined() {
  const { dataDir, database } = newFolder();
  for (const name of ['base', 'global', 'pg_wal', 'pg_xact'])
    mkdirSync(path.join(database, name), { recursive: true });
  for (const name of ['PG_VERSION', 'global/pg_control']) writeFileSync(path.join(database, name), '17\n');
  return { dataDir, database };
}

describe('an incomplete database', () => {
  it.each(['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'])(
    'is rejected without %s, and left unchanged',
    async (name) => {
      const { dataDir, database } = outlined();
      rmSync(path.join(database, name), { recursive: true });
      const before = readdirSync(database, { recursive: true });
      await expect(openDatabase({ dataDir })).rejects.toThrow(
        `The database in ${database} is incomplete (${name} is missing or empty): restore the whole folder ${dataDir} from a backup. To start with an empty database, move ${dataDir} away`,
      );
      expect(readdirSync(database, { recursive: true })).toEqual(before);
    },
  );

  it('is rejected with an empty file, and if its folder is empty', async () => {
    const { dataDir, database } = outlined();
    const incomplete = 'is incomplete (PG_VERSION is missing or empty)';
    writeFileSync(path.join(database, 'PG_VERSION'), '');
    await expect(openDatabase({ dataDir })).rejects.toThrow(incomplete);
    rmSync(database, { recursive: true });
    mkdirSync(database);
    await expect(openDatabase({ dataDir })).rejects.toThrow(incomplete);
  });

  it('is rejected if only its key is left', async () => {
    const { dataDir, database } = newFolder();
    writeFileSync(path.join(dataDir, 'secret.key'), 'k'.repeat(43));
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      /secret\.key exists, but its database is missing: restore the folder/,
    );
    expect(existsSync(database)).toBe(false);
  });
});

it('starts over if the first start was interrupted while it unpacked the database', async () => {
  const { dataDir } = newFolder();
  for (const name of ['secret.key', 'database.new/PG_VERSION']) {
    mkdirSync(path.dirname(path.join(dataDir, name)), { recursive: true });
    writeFileSync(path.join(dataDir, name), '');
  }
  const { db, close } = await openDatabase({ dataDir });
  expect(await db.selectFrom('groups').select('name').execute()).toEqual([{ name: 'Default' }]);
  await close();
  expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'secret.key']);
});

describe('a data folder that is no use', () => {
  it('is a file', async () => {
    const { dataDir, database } = newFolder();
    writeFileSync(database, '');
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `${database} is a file, not a folder: move it away, or set another DATA_DIR`,
    );
    await expect(openDatabase({ dataDir: database })).rejects.toThrow(
      `${database} is a file, not a folder: DATA_DIR must name a folder`,
    );
  });

  it('was written by another version of PostgreSQL', async () => {
    const { dataDir, database } = outlined();
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      `The database in ${database} was written by PostgreSQL 17, and this version needs 18`,
    );
  });
});
