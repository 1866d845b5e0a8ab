import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { open, readFile, unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';

/** Gives a lock back. */
export type Unlock = () => Promise<void>;

/**
 * Takes the one lock on a folder: two PGlite processes on one folder would silently lose each other's writes.
 * On Linux it is an abstract socket, which the kernel frees however the process ends; elsewhere a file with the
 * owner's process id, which is taken over when that process is gone.
 * @returns the way to give it back, or undefined where another process holds it
 */
export async function lockDirectory(directory: string): Promise<Unlock | undefined> {
  return process.platform === 'linux' ? lockBySocket(directory) : lockByFile(directory);
}

async function lockBySocket(directory: string): Promise<Unlock | undefined> {
  const server = createServer((socket) => socket.destroy());
  const taken = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen({ path: socketName(directory) }, () => resolve(true));
  });
  if (!taken) return undefined;
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Node 20 pads the name to the 108 bytes of `sun_path` (unix(7)) and later ones do not, so a shorter name would let two
 * processes of different Node versions into one folder. Hashed from the real path: a link leads to the same folder.
 */
function socketName(directory: string): string {
  const hash = createHash('sha512').update(realpathSync(directory)).digest('hex');
  return `\0palisade-${hash}`.slice(0, 108);
}

async function lockByFile(directory: string): Promise<Unlock | undefined> {
  const file = path.join(directory, 'lock');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => unlink(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const pid = Number(await readFile(file, 'utf8'));
      // An empty file is that of an owner who is about to write its id, or was cut off before: refusing is the safe side.
      if (pid === 0 || isAlive(pid)) return undefined;
      await unlink(file);
    }
  }
  return undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
