/** What soak tests share: a product that's killed repeatedly, and the problems that they find. */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../postgres-cluster.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { signIn, startProduct } from './product.ts';

/** Prints problems, and fails if there are any. */
export function report(what: string, problems: readonly string[]): void {
  process.stdout.write(`${[...problems.slice(0, 20), `${what}: ${problems.length} problems`].join('\n')}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

export async function openSoak(DATABASE_URL = '') {
  const settings = { PORT: String(await freePort()), DATABASE_URL, DATA_DIR: temporaryFolder('soak') };
  let product = await startProduct(settings);
  const session = await signIn(product.url);
  return {
    ...session,
    /** Kills the product within so many milliseconds, while something is done, and starts it again. */
    killDuring: async (milliseconds: number, work: () => Promise<unknown>) => {
      const killing = sleep(Math.random() * milliseconds).then(() => product.stop('SIGKILL'));
      await work().finally(() => killing);
      product = await startProduct(settings);
    },
    /** @returns undefined if the product doesn't respond, or is just starting */
    write: async (...request: Parameters<typeof session.send>) => {
      const response = await session.send(...request).catch(() => undefined);
      const text = await response?.text().catch(() => undefined);
      if (!response || text === undefined || response.status === 503) return undefined;
      return { ok: response.ok, status: response.status, text };
    },
    listAll: async (list: string): Promise<Record<string, string>[]> => {
      const records: Record<string, string>[] = [];
      for (;;) {
        const { data } = await session.read(`${list}?limit=1000&start=${records.length}`);
        records.push(...data);
        if (data.length < 1000) return records;
      }
    },
    /** Reads the log of changes as a collector does, oldest first. */
    readLog: async () => {
      const changes: Change[] = [];
      for (let after = '0'; ;) {
        const { data, next } = await session.read(`/changes?after=${after}&limit=1000`);
        if (data.length === 0) return changes;
        changes.push(...data);
        after = next;
      }
    },
    stop: () => product.stop(),
  };
}

export interface Change {
  change_resource: string;
  resource: string;
  name: string;
  via: string;
  action: string;
  count: number;
  fields: { name: string; after: unknown }[];
}
