import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';

/** Gives a lock back. */
export type Unlock = () => Promise<void>;

/**
 * Takes an abstract socket that stands for a folder: the fast way to see that another process on this machine has it. The
 * kernel frees it however the process ends. It reaches as far as the network namespace and exists on Linux alone; what
 * holds everywhere is the claim in the folder (`claim.ts`).
 * @returns the way to give it back, or undefined where another process holds it
 */
export async function lockDirectory(directory: string): Promise<Unlock | undefined> {
  if (process.platform !== 'linux') return async () => undefined;
  const server = createServer((socket) => socket.destroy());
  const taken = await new Promise<boolean>((resolve) => {
    // Where there are no such sockets, the claim alone decides.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
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
