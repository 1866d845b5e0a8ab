/**
 * Kills the product repeatedly while clients write groups, users and providers. Checks that every acknowledged write is stored
 * exactly once and none partially, and that the log of changes has exactly one entry for each stored write and none for others.
 */
import { option } from '../harness/measure.ts';
import { onBothDatabases } from '../harness/seed.ts';
import { kindsOf, newRecord, problemsWith, type Kind, type Written } from '../harness/soak-records.ts';
import { openSoak, report } from '../harness/soak.ts';

const kills = Number(option('kills', 20));
const clients = Number(option('clients', 6));
const upMilliseconds = 2_500;

export async function run(): Promise<void> {
  await onBothDatabases(async (database, databaseUrl) => {
    const soak = await openSoak(databaseUrl);
    const role = { admin_group: '/groups/0', group_resources: ['/groups/0'], features: [] };
    const makeRole = async (name: string) => (await soak.create('/roles', { ...role, name })).role_resource;
    const kinds = kindsOf([await makeRole('Even'), await makeRole('Odd')]);
    const problems: string[] = [];
    const all: Written[] = [];

    /** Creates a record, updates it eight times, deletes it, and so on, until the product is killed. */
    const write = async (client: number) => {
      for (let index = client; ; index += 1) {
        const kind = kinds[index % kinds.length] as Kind;
        const written = newRecord(kind, `Record ${all.length}`);
        all.push(written);
        for (let version = 0; version < 10; version += 1) {
          const { name, path, versions } = written;
          const isDeletion = version === 9;
          const method = isDeletion ? 'DELETE' : path ? 'PUT' : 'POST';
          written.isAcknowledged = false;
          versions.push(isDeletion ? 'none' : `v${version}`);
          const data = { ...(path ? {} : { ...kind.base, [kind.key]: name }), ...kind.fields(`v${version}`) };
          const response = await soak.write(method, path || kind.list, isDeletion ? undefined : data);
          if (!response) return;
          if (!response.ok) problems.push(`${method} ${name}: ${response.status} ${response.text}`);
          written.isAcknowledged = true;
          written.path ||= JSON.parse(response.text)[kind.path];
        }
      }
    };
    const numbers = Array.from({ length: clients }, (_, client) => client);
    for (let round = 1; round <= kills; round += 1)
      await soak.killDuring(upMilliseconds, () => Promise.all(numbers.map(write)));
    const log = await soak.readLog();
    for (const [index, { change_resource: entry }] of log.entries())
      if (entry !== `/changes/${index + 1}`) problems.push(`${entry} follows /changes/${index}`);
    for (const kind of kinds) {
      const records = await soak.listAll(kind.list);
      for (const each of all.filter((written) => written.kind === kind))
        problems.push(...problemsWith(each, records, log));
    }
    await soak.stop();
    report(`${database}: ${kills} kills, writes of ${all.length} records`, problems);
  });
}
