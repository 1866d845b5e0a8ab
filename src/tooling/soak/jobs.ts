/** Kills the gateway repeatedly while jobs run. Checks that no job is lost or run twice, and that each is logged exactly once. */
import { option } from '../harness/measure.ts';
import { openSoak, report } from '../harness/soak.ts';

const kills = Number(option('kills', 20));
/** The maximum delay before a kill; longer on a busy machine. */
const upMilliseconds = Number(option('up', 1_200));
const size = 401;

export async function run(): Promise<void> {
  const soak = await openSoak({});
  /** With the end of its last message, and what the log of changes should contain. */
  const accepted: { path: string; what: string; message: RegExp; change: string }[] = [];
  /** Whether a group must exist in the end. */
  const exists = new Map<string, boolean>();

  /** Starts a job. The service promises nothing if it doesn't respond. @returns whether it has accepted it */
  const submit = async (
    what: string,
    message: RegExp,
    change: string,
    ...request: [string, string, object?]
  ) => {
    const [method, address, data] = request;
    const headers = { prefer: 'respond-async' };
    const response = await soak.send(method, address, data, headers).catch(() => undefined);
    if (!response) return false;
    if (response.status !== 202)
      throw new Error(`${what} returned ${response.status}: ${await response.text()}`);
    accepted.push({ path: response.headers.get('location') ?? '', what, message, change });
    return true;
  };
  /** Creates groups, imports a subtree, and deletes an earlier one. */
  const work = async (round: number, victim?: Group) => {
    for (const name of [1, 2, 3].map((index) => `Made ${round}.${index}`))
      if (await submit(name, /^Created the group /, 'created 1', 'POST', '/groups', { name }))
        exists.set(name, true);
    const top = `Top ${round}`;
    const below = Array.from({ length: size - 1 }, (_, index) => ({
      name: `${top}.${index}`,
      parent: [top],
    }));
    const groups = [{ name: top }, ...below];
    const message = new RegExp(`^(Created|Deleted) ${size} groups$`);
    if (await submit(`import ${top}`, message, `imported ${size}`, 'POST', '/group_imports', { groups }))
      for (const { name } of groups) exists.set(name, true);
    if (
      victim &&
      (await submit(`delete ${victim.name}`, message, `deleted ${size}`, 'DELETE', victim.group_resource))
    )
      for (const name of exists.keys()) if (`${name}.`.startsWith(`${victim.name}.`)) exists.set(name, false);
  };

  const victims: Group[] = [];
  for (let round = 1; round <= kills; round += 1) {
    await soak.killDuring(upMilliseconds, () => work(round, victims.shift()));
    if (round % 5 !== 0) continue;
    const isVictim = ({ name }: Group) => /^Top \d+$/.test(name) && exists.get(name) === true;
    victims.splice(0, victims.length, ...(await soak.listAll<Group>('/groups')).filter(isVictim));
    process.stdout.write(`${round} kills, ${accepted.length} jobs accepted\n`);
  }

  const problems: string[] = [];
  for (const { path, what, message } of accepted) {
    const end = await soak.endOfJob(path).catch((error: unknown) => `lost: ${String(error)}`);
    if (!message.test(end)) problems.push(`${what} (${path}) ended as "${end}"`);
  }
  const log = await soak.readLog();
  for (const { path, what, change } of accepted) {
    const logged = log
      .filter(({ via }) => via === `job ${path}`)
      .map(({ action, count }) => `${action} ${count}`);
    if (logged.join() !== change) problems.push(`${what} (${path}) is logged as "${logged.join()}"`);
  }
  const names = (await soak.listAll<Group>('/groups')).map(({ name }) => name);
  for (const [name, isThere] of exists) {
    const times = names.filter((each) => each === name).length;
    if (times !== (isThere ? 1 : 0)) problems.push(`${name} exists ${times} times`);
  }
  await soak.stop();
  report(`${kills} kills, ${accepted.length} jobs accepted`, problems);
}

interface Group {
  name: string;
  group_resource: string;
}
