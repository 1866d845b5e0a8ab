/** What soak tests share: a gateway that's killed repeatedly, and the problems that they find. */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../postgres-cluster.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';
import { signIn, startGateway } from './gateway.mjs';

/** Prints problems, and fails if there are any. */
export function report(what: string, problems: readonly string[]): void {
  process.stdout.write(`${[...problems.slice(0, 20), `${what}: ${problems.length} problems`].join('\n')}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

export function byKey<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

export async function openSoak(environment: Record<string, string>) {
  const folder = temporaryFolder('soak');
  const settings = { PORT: String(await freePort()), ...environment };
  let gateway = await startGateway(folder, settings);
  const session = await signIn(gateway.url);
  return {
    ...session,
    /** Kills the gateway within so many milliseconds, while something is done, and starts it again. */
    killDuring: async (milliseconds: number, work: () => Promise<unknown>) => {
      const killing = sleep(Math.random() * milliseconds).then(() => gateway.kill());
      await work().finally(() => killing);
      gateway = await startGateway(folder, settings);
    },
    listAll: async <Listed>(list: string): Promise<Listed[]> => {
      const records: Listed[] = [];
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
    stop: () => gateway.stop(),
  };
}

interface Change {
  change_resource: string;
  name: string;
  via: string;
  action: string;
  count: number;
  fields: { name: string; after: unknown }[];
}
