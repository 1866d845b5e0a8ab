/**
 * Kills the gateway repeatedly while jobs run. Checks that no job is lost or run twice, and that the log of changes has exactly
 * one entry for each, with its number of groups.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openSoak, report } from './soak.mjs';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    /** The maximum delay before a kill; longer on a busy machine. */
    up: { type: 'string', default: '1200' },
  },
});
const kills = Number(values.kills);
const importSize = 400;
const upMilliseconds = Number(values.up);

/** `change` is what the log of changes should contain. @typedef {{ path: string, what: string, message: RegExp, change: string }} Accepted */

/** @type {Accepted[]} */
const accepted = [];
/** Names of groups that must exist in the end, and of those that must not. @type {Set<string>} */
const present = new Set();
/** @type {Set<string>} */
const absent = new Set();
/** Top groups that are completely imported and can be deleted. @type {{ name: string, id: number }[]} */
const deletable = [];

const soak = await openSoak({ headers: { prefer: 'respond-async' } });
const { request } = soak;

/**
 * Starts a job. A request without a response is ignored, because the service promised nothing.
 * @param {string} what @param {RegExp} message @param {string} change @param {() => Promise<Response>} send
 * @returns {Promise<boolean>} whether the service has accepted it
 */
async function submit(what, message, change, send) {
  let response;
  try {
    response = await send();
  } catch {
    return false;
  }
  if (response.status !== 202)
    throw new Error(`${what} returned ${response.status}: ${await response.text()}`);
  accepted.push({ path: response.headers.get('location') ?? '', what, message, change });
  return true;
}

/** @param {number} round */
async function work(round) {
  for (let index = 0; index < 3; index += 1) {
    const name = `Made ${round}.${index}`;
    const send = () => request('POST', '/groups', { name });
    if (await submit(`create ${name}`, /^Created the group /, 'created 1', send)) present.add(name);
  }
  const top = `Top ${round}`;
  const groups = Array.from({ length: importSize }, (_, index) => ({
    name: `${top}.${index}`,
    parent: [top],
  }));
  const message = new RegExp(`^Created ${importSize + 1} groups$`);
  const send = () => request('POST', '/group_imports', { groups: [{ name: top }, ...groups] });
  if (await submit(`import ${top}`, message, `imported ${importSize + 1}`, send))
    for (const { name } of [{ name: top }, ...groups]) present.add(name);
  const victim = deletable.shift();
  if (!victim) return;
  const remove = () => request('DELETE', `/groups/${victim.id}`);
  const deleted = new RegExp(`^Deleted ${importSize + 1} groups$`);
  if (!(await submit(`delete ${victim.name}`, deleted, `deleted ${importSize + 1}`, remove))) return;
  for (const name of [...present].filter(
    (candidate) => candidate === victim.name || candidate.startsWith(`${victim.name}.`),
  )) {
    present.delete(name);
    absent.add(name);
  }
}

/** @returns {Promise<{ name: string, group_resource: string }[]>} every group */
const allGroups = () => soak.listAll('/groups', 'name,group_resource');

for (let round = 1; round <= kills; round += 1) {
  await soak.killDuring(upMilliseconds, () => work(round));
  if (round % 5 === 0) {
    const known = new Set(deletable.map(({ name }) => name));
    for (const { name, group_resource: place } of await allGroups()) {
      const free = /^Top \d+$/.test(name) && present.has(name) && !known.has(name);
      if (free) deletable.push({ name, id: Number(place.split('/').at(-1)) });
    }
    process.stdout.write(`${round} kills, ${accepted.length} jobs accepted\n`);
  }
}

/** @type {string[]} */
const problems = [];
for (const job of accepted) {
  for (;;) {
    const response = await request('GET', job.path);
    const status = /** @type {any} */ (await response.json());
    if (response.status !== 200) problems.push(`${job.what} (${job.path}) is lost: ${response.status}`);
    else if (!status.finished) {
      await sleep(50);
      continue;
    } else if (status.failed || !job.message.test(status.message)) {
      problems.push(`${job.what} (${job.path}) ended as "${status.message}"`);
    }
    break;
  }
}
/** What each job changed, by its path. @type {Map<string, string[]>} */
const logged = new Map();
for (const { via, action, count } of await soak.readLog()) {
  const [, job] = /^job (.+)$/.exec(via) ?? [];
  if (job) logged.set(job, [...(logged.get(job) ?? []), `${action} ${count}`]);
}
for (const { path, what, change } of accepted) {
  const found = logged.get(path) ?? [];
  if (found.join() !== change) problems.push(`${what} (${path}) is logged as "${found.join()}"`);
}
/** @type {Map<string, number>} */
const counts = new Map();
for (const { name } of await allGroups()) counts.set(name, (counts.get(name) ?? 0) + 1);
for (const name of present) {
  if (counts.get(name) !== 1) problems.push(`${name} exists ${counts.get(name) ?? 0} times`);
}
for (const name of absent) if (counts.has(name)) problems.push(`${name} was deleted but exists`);

await soak.close();
report(problems);
process.stdout.write(
  `${kills} kills, ${accepted.length} jobs accepted, ${present.size} groups created, ${absent.size} deleted: ` +
    `${problems.length === 0 ? 'none lost, none run twice, all logged once' : `${problems.length} problems`}\n`,
);
