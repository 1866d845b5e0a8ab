import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';

/**
 * What secrets at rest are encrypted with: `SECRET_KEY`, else a key file in the data folder, made on the first start.
 * Several instances on one PostgreSQL need the same `SECRET_KEY`.
 */
export async function readSecretKey(config: Config): Promise<string> {
  if (config.SECRET_KEY !== undefined) return config.SECRET_KEY;
  const folder = path.resolve(config.DATA_DIR);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'secret.key');
  const key = randomBytes(32).toString('base64url');
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(`${key}\n`);
    await handle.sync();
    await handle.close();
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(file, 'utf8')).trim();
  }
}
