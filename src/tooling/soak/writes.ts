/**
 * Kills the product repeatedly while clients write groups, users and providers. Checks that every acknowledged write is stored
 * exactly once and none partially, and that the log of changes has exactly one entry for each stored write and none for others.
 */
import { option } from '../harness/measure.ts';
import { onBothDatabases } from '../harness/seed.ts';
import { kindsOf, problemsWith, type Kind, type Written } from '../harness/soak-records.ts';
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
    const write = async (client: string) => {
      let written: Written | undefined;
      for (let index = 0; ; index += 1) {
        if (!written) {
          const kind = kinds[Math.floor(Math.random() * kinds.length)] as Kind;
          written = { kind, name: `${client}.${index}`, path: '', versions: [], isAcknowledged: false };
          all.push(written);
        }
        const { kind, name, path, versions } = written;
        const method = index % 10 === 9 ? 'DELETE' : path ? 'PUT' : 'POST';
        versions.push(method === 'DELETE' ? 'none' : `v${index}`);
        written.isAcknowledged = false;
        const data = { ...(path ? {} : { ...kind.base, [kind.key]: name }), ...kind.fields(`v${index}`) };
        const response = await soak
          .send(method, path || kind.list, method === 'DELETE' ? undefined : data)
          .then(async (sent) => ({ ok: sent.ok, status: sent.status, body: await sent.text() }))
          .catch(() => undefined);
        if (!response || response.status === 503) return;
        if (!response.ok) problems.push(`${method} ${name}: ${response.status} ${response.body}`);
        written.isAcknowledged = true;
        written.path ||= JSON.parse(response.body)[kind.path];
        if (method === 'DELETE') written = undefined;
      }
    };
    for (let round = 1; round <= kills; round += 1) {
      const names = Array.from({ length: clients }, (_, index) => `c${round}-${index}`);
      await soak.killDuring(upMilliseconds, () => Promise.all(names.map(write)));
    }
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
