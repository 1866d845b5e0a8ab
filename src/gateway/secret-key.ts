import { randomBytes } from 'node:crypto';
import { mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bindKey, needsKey } from '../service/key-check.ts';
import type { Database } from '../service/store/database/database.ts';
import { syncFolder } from '../service/store/folder/durable-files.ts';
import { type Config, StartError } from './config.ts';

const shortest = 32;

/**
 * The key for secrets at rest: `SECRET_KEY`, or a key file in the data folder, created on the first start.
 * Several instances on one PostgreSQL need the same `SECRET_KEY`.
 * @throws StartError if it isn't the database's key, or the key file is missing or too short
 */
export async function readSecretKey(config: Config, { db }: Database): Promise<string> {
  if (config.SECRET_KEY !== undefined) {
    if (await bindKey(db, config.SECRET_KEY)) return config.SECRET_KEY;
    throw new StartError(
      "SECRET_KEY: isn't this database's key; set the previous value, or restore the database that belongs to this one",
    );
  }
  const folder = path.resolve(config.DATA_DIR);
  const file = path.join(folder, 'secret.key');
  const found = await readKeyFile(file);
  if (found === undefined && (await needsKey(db)))
    throw new StartError(
      `${file}: is missing, but the database needs it; restore the file from a backup, or set SECRET_KEY to its content`,
    );
  const made = found === undefined ? await makeKeyFile(folder, file) : undefined;
  const key = found ?? made ?? (await readKeyFile(file));
  if (key !== undefined && (await bindKey(db, key))) return key;
  // Another instance was faster, with its own key: this one is useless.
  if (made !== undefined) await unlink(file);
  throw new StartError(
    `${file}: isn't this database's key; restore the file from a backup, or set SECRET_KEY to the key that the other instances use`,
  );
}

/** @returns undefined if the file doesn't exist */
async function readKeyFile(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartError(`${file}: can't be read (${error.code}); give this user access to it`);
  });
  const key = text?.trim();
  if (key === undefined || key.length >= shortest) return key;
  throw new StartError(
    `${file}: has ${key.length} characters, but a key has at least ${shortest}; restore the file from a backup, or delete it if no provider was ever configured`,
  );
}

/** @returns undefined if the file was created concurrently */
async function makeKeyFile(folder: string, file: string): Promise<string | undefined> {
  const key = randomBytes(32).toString('base64url');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await syncFolder(folder);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return undefined;
  }
}
