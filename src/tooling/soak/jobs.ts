/** Kills the product repeatedly while jobs run. Checks that no job is lost or run twice, and that each is logged exactly once. */
import { option } from '../harness/measure.ts';
import { openSoak, report } from '../harness/soak.ts';

const kills = Number(option('kills', 20));
/** The maximum delay before a kill; longer on a busy machine. */
const upMilliseconds = Number(option('up', 1_200));
const size = 401;
const ended = new RegExp(`^(Created|Deleted) (the group |${size} groups$)`);

export async function run(): Promise<void> {
  const soak = await openSoak();
  /** Jobs that the service has promised to run, with their entry in the log of changes. */
  const accepted = new Map<string, string>();
  /** How many groups must have a name, or one that begins with it, in the end. */
  const counts = new Map<string, number>();

  /** Starts a job. The service promises nothing if it doesn't respond. */
  const submit = async (name: string, change: string, method: string, address: string, data?: object) => {
    counts.delete(name);
    const headers = { prefer: 'respond-async' };
    const response = await soak.send(method, address, data, headers).catch(() => undefined);
    if (!response) return;
    if (response.status !== 202) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    accepted.set(response.headers.get('location') ?? '', change);
    counts.set(name, method === 'DELETE' ? 0 : Number(change.split(' ')[1]));
  };
  const work = async (round: number, victim?: Record<string, string>) => {
    await submit(`Made ${round}`, 'created 1', 'POST', '/groups', { name: `Made ${round}` });
    const top = `Top ${round}`;
    const names = Array.from({ length: size - 1 }, (_, index) => `${top}.${index}`);
    const below = names.map((name) => ({ name, parent: 1 }));
    await submit(top, `imported ${size}`, 'POST', '/group_imports', { groups: [{ name: top }, ...below] });
    const { name = '', group_resource = '' } = victim ?? {};
    if (victim) await submit(name, `deleted ${size}`, 'DELETE', group_resource);
  };
  for (let round = 1; round <= kills; round += 1) {
    const groups = await soak.listAll('/groups');
    const victim = groups.find(({ name = '' }) => name.startsWith('Top') && counts.get(name) === size);
    await soak.killDuring(upMilliseconds, () => work(round, round % 3 === 0 ? victim : undefined));
  }

  const problems: string[] = [];
  for (const [path, change] of accepted) {
    const end = await soak.endOfJob(path).catch((error: unknown) => `lost: ${String(error)}`);
    const entries = (await soak.readLog()).filter(({ via }) => via === `job ${path}`);
    const logged = entries.map(({ action, count }) => `${action} ${count}`).join();
    if (!ended.test(end) || logged !== change)
      problems.push(`${path}: "${end}", ${logged} instead of ${change}`);
  }
  const names = (await soak.listAll('/groups')).map(({ name = '' }) => name.split('.')[0]);
  for (const [name, expected] of counts) {
    const count = names.filter((each) => each === name).length;
    if (count !== expected) problems.push(`${name}: ${count} groups instead of ${expected}`);
  }
  await soak.stop();
  report(`${kills} kills, ${accepted.size} jobs accepted`, problems);
}
