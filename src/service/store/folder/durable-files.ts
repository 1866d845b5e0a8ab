import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Makes the entries of a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and its file system keeps a journal of entries.
  if (process.platform === 'win32') return;
  await sync(folder, 'r');
}

/** Makes a folder and everything below it survive a power cut; several at a time, which a disk writes together. */
export async function syncTree(folder: string): Promise<void> {
  const below = await readdir(folder, { recursive: true });
  const left = [folder, ...below.map((name) => path.join(folder, name))];
  const syncNext = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      if ((await stat(next)).isDirectory()) await syncFolder(next);
      // Windows flushes only what may be written.
      else await sync(next, 'r+');
    }
  };
  await Promise.all(Array.from({ length: 8 }, syncNext));
}

async function sync(name: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(name, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
