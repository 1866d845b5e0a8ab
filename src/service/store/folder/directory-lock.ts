import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:net';

/** Releases a lock. */
export type Unlock = () => Promise<void>;

/**
 * Binds an abstract socket that represents a folder: the fast way to detect another process on this machine. The
 * kernel releases it however the process ends. It's limited to the network namespace and Linux; the general
 * mechanism is the claim in the folder (`claim.ts`).
 * @returns a function that releases it, or undefined if another process holds it
 */
export async function lockDirectory(directory: string): Promise<Unlock | undefined> {
  if (process.platform !== 'linux') return async () => undefined;
  const server = createServer((socket) => socket.destroy());
  const taken = await new Promise<boolean>((resolve) => {
    // Without such sockets, only the claim decides.
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ path: socketName(directory) }, () => resolve(true));
  });
  if (!taken) return undefined;
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Node 20 pads the name to the 108 bytes of `sun_path` (unix(7)) but later versions don't, so a shorter name would let two
 * processes of different Node versions into one folder. Hashed from the real path: a link leads to the same folder.
 */
function socketName(directory: string): string {
  const hash = createHash('sha512').update(realpathSync(directory)).digest('hex');
  return `\0palisade-${hash}`.slice(0, 108);
}
