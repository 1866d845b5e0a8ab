import { Client } from 'pg';
import { expect, test } from '../fixtures.ts';
import { remove, startGateway, temporaryFolder, type Gateway } from '../gateway.ts';
import { call, cookiesOf, emptyDatabase } from '../instances.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';
test.skip(server === '', 'there is no PostgreSQL');

const folder = temporaryFolder();
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let instances: Gateway[] = [];
let admin = { cookie: '' };

const startInstance = () =>
  startGateway(
    { DATABASE_URL: database.url, SECRET_KEY: 'of every instance on one database', DATA_DIR: folder },
    [],
  );

test.beforeAll(async () => {
  database = await emptyDatabase(server);
  instances = await Promise.all([startInstance(), startInstance()]);
  const passwords = instances.flatMap(
    (instance) => /the password (\S+) \(shown/.exec(instance.output())?.[1] ?? [],
  );
  expect(passwords).toHaveLength(1);
  const data = { login: 'admin', password: passwords[0] };
  const { status, headers } = await call(instances[0]?.url ?? '', 'POST', '/authentication', { data });
  expect(status).toBe(201);
  admin = { cookie: cookiesOf(headers) };
});

test.afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
  await database.drop();
  remove(folder);
});

test('several instances lose no data when one is killed under load', async () => {
  const [first, second] = instances as [Gateway, Gateway];
  const [a, b] = [first.url, second.url];
  const createGroup = async (name: string) => {
    const sent = { ...admin, data: { name } };
    return (await call<{ group_resource: string }>(a, 'POST', '/groups', sent)).body.group_resource;
  };
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
  const job = await call(a, 'POST', '/group_imports', { ...admin, data: { groups } });
  expect(job.status).toBe(202);
  const path = job.headers.get('location') ?? '';
  const status = async (origin: string) => (await call<{ message: string }>(origin, 'GET', path, admin)).body;
  await expect.poll(async () => (await status(a)).message).toBe('Creating 500 groups');
  second.process.kill('SIGCONT');

  const writers = 6;
  const acknowledged: string[] = [];
  const refused: number[] = [];
  let isOver = false;
  const write = async (writer: number) => {
    for (let index = 0; !isOver; index += 1) {
      const name = `Written ${writer}.${index}`;
      const origin = index % 2 === 0 ? a : b;
      const created = call(origin, 'POST', `${written}/groups`, { ...admin, data: { name } });
      // The killed one responds no more.
      const code = await created.then((response) => response.status).catch(() => 0);
      if (code === 201) acknowledged.push(name);
      else if (origin === b) refused.push(code);
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

  expect(refused).toEqual([]);
  expect(await namesBelow(b, written)).toEqual(expect.arrayContaining(acknowledged));
  expect((await call(b, 'GET', '/authentication', admin)).status).toBe(200);

  await expect.poll(() => status(b)).toMatchObject({ finished: true });
  expect(await status(b)).toMatchObject({ failed: false, message: 'Created 500 groups' });
  expect((await namesBelow(b, imported)).sort()).toEqual(groups.map(({ name }) => name).sort());

  const third = await startInstance();
  instances.push(third);
  expect((await call(third.url, 'GET', '/authentication', admin)).status).toBe(200);
});

/** The names of a group's direct subgroups. */
async function namesBelow(origin: string, group: string): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const path = `${group}/groups?fields=name&limit=1000&start=${names.length}`;
    const { body } = await call<{ data: { name: string }[] }>(origin, 'GET', path, admin);
    names.push(...body.data.map(({ name }) => name));
    if (body.data.length < 1000) return names;
  }
}
