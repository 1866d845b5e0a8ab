/**
 * Kills the gateway repeatedly while clients write groups, users and providers. Checks that every acknowledged write is stored
 * exactly once and none partially, and that the log of changes has exactly one entry for each stored write and none for others.
 */
import { option } from '../harness/measure.ts';
import { onBothDatabases } from '../harness/seed.ts';
import { byKey, openSoak, report } from '../harness/soak.ts';
import { kinds, versionIn, type Kind } from '../harness/soak-records.ts';

const kills = Number(option('kills', 20));
const clients = Number(option('clients', 6));
const upMilliseconds = 2_500;

/** A record that one client writes. A version is null if the record doesn't exist. */
interface Written {
  kind: Kind;
  name: string;
  path: string;
  /** What may be stored: after a write without a response both the old and the new version. */
  versions: Set<number | null>;
  /** All that were sent, and whether they were acknowledged. */
  writes: Map<number | null, boolean>;
}

export async function run(): Promise<void> {
  await onBothDatabases(async (database, databaseUrl) => {
    const soak = await openSoak({ DATABASE_URL: databaseUrl });
    const role = { admin_group: '/groups/0', group_resources: ['/groups/0'], features: [] };
    const roles = ['Even', 'Odd'].map(
      async (name) => (await soak.create('/roles', { ...role, name })).role_resource,
    );
    const known = kinds(await Promise.all(roles));
    const problems: string[] = [];
    const all: Written[] = [];

    /** @returns whether the gateway has responded */
    const write = async (
      written: Written,
      version: number | null,
      method: string,
      address: string,
      data?: object,
    ) => {
      written.versions.add(version);
      written.writes.set(version, false);
      try {
        const response = await soak.send(method, address, data);
        const body = (await response.json()) as Record<string, string>;
        if (response.ok) {
          written.writes.set(version, true);
          written.versions = new Set([version]);
          written.path ||= body[written.kind.path] ?? '';
        } else if (response.status !== 503)
          problems.push(`${written.name}: ${response.status} ${JSON.stringify(body)}`);
        return true;
      } catch {
        return false;
      }
    };

    /** Writes until the gateway is killed. */
    const writeOn = async (client: string) => {
      let own: Written[] = [];
      for (let index = 0, goesOn = true; goesOn; index += 1) {
        // Users every other time: their update is the one write that takes several statements.
        const kind = known[index % 2 === 0 ? 1 : index % known.length] as Kind;
        const [roll, written] = [Math.random(), own.find((candidate) => candidate.kind === kind)];
        if (!written || roll < 0.3) {
          const made: Written = {
            kind,
            name: `${client}.${index}`,
            path: '',
            versions: new Set([null]),
            writes: new Map(),
          };
          all.push(made);
          goesOn = await write(made, 0, 'POST', kind.list, { ...kind.base(made.name), ...kind.valuesOf(0) });
          if (made.path) own = [made, ...own];
        } else if (roll < 0.9)
          goesOn = await write(written, index + 1, 'PUT', written.path, kind.valuesOf(index + 1));
        else {
          own = own.filter((candidate) => candidate !== written);
          goesOn = await write(written, null, 'DELETE', written.path);
        }
      }
    };

    const check = async () => {
      const changes = await soak.readLog();
      for (const [index, { change_resource: entry }] of changes.entries())
        if (entry !== `/changes/${index + 1}`) problems.push(`${entry} follows /changes/${index}`);
      const log = byKey(changes, ({ name }) => name);
      for (const kind of known) {
        const found = byKey(
          await soak.listAll<Record<string, string>>(kind.list),
          (record) => record[kind.key],
        );
        for (const { name, versions, writes } of all.filter((written) => written.kind === kind)) {
          const [record, ...others] = found.get(name) ?? [];
          const version = record ? kind.versionOf(record) : null;
          const [field] = Object.keys(kind.valuesOf(0));
          const logged = (log.get(name) ?? []).map(({ action, fields }) =>
            action === 'deleted' ? null : versionIn(fields.find((each) => each.name === field)?.after),
          );
          const isTold = ([each, isAcknowledged]: [number | null, boolean]) => {
            const times = logged.filter((told) => told === each).length;
            return times === 1 || (times === 0 && !isAcknowledged);
          };
          const isRight =
            others.length === 0 &&
            versions.has(version) &&
            [...writes].every(isTold) &&
            logged.every((told) => writes.has(told)) &&
            (logged.at(-1) ?? null) === version;
          const wrong = { record, others, mayBe: [...versions], writes: [...writes], logged };
          if (!isRight) problems.push(`${kind.list} ${name}: ${JSON.stringify(wrong)}`);
        }
      }
    };

    for (let round = 1; round <= kills; round += 1) {
      const names = Array.from({ length: clients }, (_, index) => `c${round}-${index}`);
      await soak.killDuring(upMilliseconds, () => Promise.all(names.map(writeOn)));
      if (round % 10 !== 0 && round !== kills) continue;
      await check();
      process.stdout.write(`${database}: ${round} kills\n`);
    }
    await soak.stop();
    const acknowledged = all.flatMap(({ writes }) => [...writes.values()].filter(Boolean)).length;
    report(
      `${database}: ${kills} kills, ${acknowledged} writes of ${all.length} records acknowledged`,
      problems,
    );
  });
}
