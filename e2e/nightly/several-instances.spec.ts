import { Client } from 'pg';
import { expect, test } from '../fixtures.ts';
import { remove, temporaryFolder, type Gateway } from '../gateway.ts';
import {
  call,
  cookiesOf,
  emptyDatabase,
  freePorts,
  startInstance,
  startRoundRobin,
  type RoundRobin,
} from '../instances.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';
test.skip(server === '', 'there is no PostgreSQL');

const folder = temporaryFolder();
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let ports: number[];
let proxy: RoundRobin;
let environment: Record<string, string>;
let instances: Gateway[] = [];
let admin = { cookie: '' };

/** Addresses of the instances themselves, past the proxy. */
const origins = () => ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
const sessionOf = async (origin: string, login: string, password: string) => {
  const response = await call(origin, 'POST', '/authentication', { data: { login, password } });
  expect(response.status).toBe(201);
  return { cookie: cookiesOf(response.headers) };
};
const statusOf = async (...request: Parameters<typeof call>) => (await call(...request)).status;

test.beforeAll(async () => {
  database = await emptyDatabase(server);
  ports = await freePorts(2);
  proxy = await startRoundRobin(ports);
  environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'the same for every instance on one database',
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: folder,
  };
  instances = await Promise.all(ports.map((port) => startInstance(port, environment)));
  const passwords = instances.flatMap(
    (instance) => /the password (\S+) \(shown/.exec(instance.output())?.[1] ?? [],
  );
  expect(passwords).toHaveLength(1);
  admin = await sessionOf(proxy.url, 'admin', String(passwords[0]));
});

test.afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
  await proxy.close();
  await database.drop();
  remove(folder);
});

async function createGroup(name: string): Promise<string> {
  const response = await call<{ group_resource: string }>(proxy.url, 'POST', '/groups', {
    ...admin,
    data: { name },
  });
  expect(response.status).toBe(201);
  return response.body.group_resource;
}

test('several instances lose no data when one is killed under load', async () => {
  const [a, b] = origins();
  const [first, second] = instances as [Gateway, Gateway];
  const imported = await createGroup('Imported');
  const written = await createGroup('Written');
  const holder = new Client({ connectionString: database.url });
  await holder.connect();

  // The first instance runs the job, because the second one is frozen; it can't finish, because its parent
  // group is held.
  await holder.query('begin');
  await holder.query('select id from groups where id = $1 for update', [imported.split('/').at(-1)]);
  second.process.kill('SIGSTOP');
  const groups = Array.from({ length: 500 }, (_, index) => ({ name: `Imported ${index}`, parent: imported }));
  const job = await call<{ delayed_job_status_resource: string }>(a, 'POST', '/group_imports', {
    ...admin,
    data: { groups },
  });
  expect(job.status).toBe(202);
  const status = async (origin: string) =>
    (
      await call<{ message: string; finished: boolean; failed: boolean }>(
        origin,
        'GET',
        job.body.delayed_job_status_resource,
        admin,
      )
    ).body;
  await expect.poll(async () => (await status(a)).message).toBe('Creating 500 groups');
  second.process.kill('SIGCONT');

  const writers = 6;
  const acknowledged: string[] = [];
  const refused: number[] = [];
  let isOver = false;
  const write = async (writer: number) => {
    for (let index = 0; !isOver; index += 1) {
      const name = `Written ${writer}.${index}`;
      const response = await call(proxy.url, 'POST', `${written}/groups`, { ...admin, data: { name } });
      if (response.status === 201) acknowledged.push(name);
      else refused.push(response.status);
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(40);
  await first.stop('SIGKILL');
  const atTheKill = acknowledged.length;
  await holder.query('rollback');
  await holder.end();
  expect(await status(b)).toMatchObject({ finished: false });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(atTheKill + 40);
  isOver = true;
  await writing;

  // What was under way in the killed one, and at most as much on the connections that it left behind.
  expect(refused.length).toBeLessThanOrEqual(2 * writers);
  expect(refused.filter((each) => each !== 502 && each !== 503)).toEqual([]);
  expect(await namesBelow(b, written)).toEqual(expect.arrayContaining(acknowledged));
  expect(await statusOf(b, 'GET', '/authentication', admin)).toBe(200);

  await expect.poll(() => status(b)).toMatchObject({ finished: true });
  expect(await status(b)).toMatchObject({ failed: false, message: 'Created 500 groups' });
  expect((await namesBelow(b, imported)).sort()).toEqual(groups.map(({ name }) => name).sort());

  instances = [await startInstance(Number(ports[0]), environment), second];
  proxy.restore(0);
  const again = [
    await call(proxy.url, 'GET', '/authentication', admin),
    await call(proxy.url, 'GET', '/authentication', admin),
  ];
  expect(again.map((response) => `${response.status} ${response.instance}`).sort()).toEqual([
    '200 0',
    '200 1',
  ]);
});

/** The names of a group's direct subgroups. */
async function namesBelow(origin: string, group: string): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const list = await call<{ data: { name: string }[] }>(
      origin,
      'GET',
      `${group}/groups?fields=name&limit=1000&start=${names.length}`,
      admin,
    );
    expect(list.status).toBe(200);
    names.push(...list.body.data.map(({ name }) => name));
    if (list.body.data.length < 1000) return names;
  }
}
