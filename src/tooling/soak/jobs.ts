/** Kills the product repeatedly while jobs run. Checks that no job is lost or run twice, and that each is logged exactly once. */
import { option } from '../harness/measure.ts';
import { openSoak, report } from '../harness/soak.ts';

const kills = Number(option('kills', 20));
/** The maximum delay before a kill; longer on a busy machine. */
const upMilliseconds = Number(option('up', 1_200));
const size = 401;

export async function run(): Promise<void> {
  const soak = await openSoak();
  /** What the service has promised, with the last message, and the entry in the log of changes. */
  const accepted: { path: string; message: RegExp; change: string }[] = [];
  /** Subtrees by name, with their paths, and whether they must exist in the end. */
  const exists = new Map<string, boolean>();
  const paths = new Map<string, string>();

  /** Starts a job that creates or deletes groups. The service promises nothing if it doesn't respond. */
  const submit = async (
    name: string,
    change: string,
    ...[method, address, data]: [string, string, object?]
  ) => {
    const headers = { prefer: 'respond-async' };
    const response = await soak.send(method, address, data, headers).catch(() => undefined);
    if (!response) return;
    if (response.status !== 202)
      throw new Error(`${name} returned ${response.status}: ${await response.text()}`);
    const message = new RegExp(`^(Created|Deleted) (the group |${size} groups$)`);
    accepted.push({ path: response.headers.get('location') ?? '', message, change });
    exists.set(name, method === 'POST');
  };
  const work = async (round: number) => {
    await submit(`Made ${round}`, 'created 1', 'POST', '/groups', { name: `Made ${round}` });
    const top = `Top ${round}`;
    const below = Array.from({ length: size - 1 }, (_, index) => ({
      name: `${top}.${index}`,
      parent: [top],
    }));
    const groups = [{ name: top }, ...below];
    await submit(top, `imported ${size}`, 'POST', '/group_imports', { groups });
    const [victim] = [...paths].filter(([name]) => exists.get(name));
    if (victim) await submit(victim[0], `deleted ${size}`, 'DELETE', victim[1]);
  };

  for (let round = 1; round <= kills; round += 1) {
    await soak.killDuring(upMilliseconds, () => work(round));
    if (round % 5 !== 0) continue;
    for (const { name = '', group_resource = '' } of await soak.listAll('/groups'))
      if (/^Top \d+$/.test(name)) paths.set(name, group_resource);
    process.stdout.write(`${round} kills, ${accepted.length} jobs accepted\n`);
  }

  const problems: string[] = [];
  for (const { path, message } of accepted) {
    const end = await soak.endOfJob(path).catch((error: unknown) => `lost: ${String(error)}`);
    if (!message.test(end)) problems.push(`${path} ended as "${end}"`);
  }
  const log = await soak.readLog();
  for (const { path, change } of accepted) {
    const entries = log
      .filter(({ via }) => via === `job ${path}`)
      .map(({ action, count }) => `${action} ${count}`);
    if (entries.join() !== change) problems.push(`${path} is logged as "${entries.join()}", not "${change}"`);
  }
  const names = (await soak.listAll('/groups')).map(({ name = '' }) => name.split('.')[0]);
  for (const [name, isThere] of exists) {
    const expected = isThere ? (name.startsWith('Top') ? size : 1) : 0;
    const count = names.filter((each) => each === name).length;
    if (count !== expected) problems.push(`${name}: ${count} groups instead of ${expected}`);
  }
  await soak.stop();
  report(`${kills} kills, ${accepted.length} jobs accepted`, problems);
}
