import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { request, type APIRequestContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import {
  gatewayCommand,
  remove,
  seededFolder,
  startGateway,
  temporaryFolder,
  type Gateway,
} from './gateway.ts';

// Each of these starts the product more than once.
test.describe.configure({ timeout: 180_000 });

const folders: string[] = [];
const running: Gateway[] = [];
const keep = (folder: string) => {
  folders.push(folder);
  return folder;
};
async function start(...parameters: Parameters<typeof startGateway>): Promise<Gateway> {
  const gateway = await startGateway(...parameters);
  running.push(gateway);
  return gateway;
}
test.afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop('SIGKILL');
  for (const folder of folders.splice(0)) remove(folder);
});

async function administrator(gateway: Gateway): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: gateway.url });
  const credentials = { data: { data: { login: 'admin', password: 'admin-demo-2026' } } };
  expect((await api.post('/api/authentication', credentials)).status()).toBe(201);
  return api;
}

/** A data folder of the demo, closed, with a client secret in its database. */
const usedFolder = () => keep(seededFolder());

test.describe('shared by two containers', () => {
  // Namespaces of their own are what containers are made of: no shared socket, and both are process 1.
  const container = ['unshare', '--net', '--pid', '--fork', '--mount-proc', '--kill-child'];
  test.skip(
    () => spawnSync(container[0] ?? '', [...container.slice(1), 'true']).status !== 0,
    "this user can't create namespaces",
  );
  /** The gateway that `unshare` runs. */
  const inside = ({ process: { pid } }: Gateway) =>
    Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());

  const owners = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('owner-'));

  test('lets only one of them run', async () => {
    const dataDir = usedFolder();
    await start({ DATA_DIR: dataDir }, [], container);
    for (const via of [container, []]) {
      await expect(start({ DATA_DIR: dataDir }, [], via)).rejects.toThrow(
        /ended with 1:\n(?:The data folder .* sign of life\n)?The data folder \S+ is in use by another process \(process 1 on \S+\): stop it, or set another DATA_DIR\n$/,
      );
    }
  });

  test('is taken over from a frozen one, which then ends without writing', async () => {
    const dataDir = usedFolder();
    const first = await start({ DATA_DIR: dataDir }, [], container);
    process.kill(inside(first), 'SIGSTOP');
    // As a process does that has waited half a minute for a sign of life (`src/service/store/folder/claim.test.ts`).
    for (const name of owners(dataDir)) rmSync(path.join(dataDir, name));
    const second = await start({ DATA_DIR: dataDir }, []);
    const api = await administrator(second);
    const created = await api.post('/api/groups', { data: { data: { name: 'Written by the second' } } });
    expect(created.status()).toBe(201);
    const { group_resource: group } = (await created.json()) as { group_resource: string };

    const ended = new Promise((resolve) => first.process.once('exit', resolve));
    process.kill(inside(first), 'SIGCONT');
    expect(await ended).toBe(1);
    expect(first.output()).toMatch(/The data folder \S+ no longer belongs to this process/);
    // What the first wrote on its way out would show at the next start.
    await second.stop('SIGKILL');
    const third = await start({ DATA_DIR: dataDir }, []);
    expect(await (await (await administrator(third)).get(`/api${group}`)).json()).toMatchObject({
      name: 'Written by the second',
    });
    expect(await third.stop('SIGTERM')).toBe(0);
    expect(owners(dataDir)).toEqual([]);
  });
});

test('rejects an incomplete database, and leaves it unchanged', async () => {
  for (const [what, damage] of [
    ['PG_VERSION', (database: string) => rmSync(path.join(database, 'PG_VERSION'))],
    ['PG_VERSION', (database: string) => writeFileSync(path.join(database, 'PG_VERSION'), '')],
    ['global/pg_control', (database: string) => rmSync(path.join(database, 'global/pg_control'))],
    [
      'PG_VERSION',
      (database: string) => {
        rmSync(database, { recursive: true });
        mkdirSync(database);
      },
    ],
  ] as const) {
    const dataDir = usedFolder();
    const database = path.join(dataDir, 'database');
    damage(database);
    const before = readdirSync(database);
    await expect(start({ DATA_DIR: dataDir })).rejects.toThrow(
      new RegExp(
        `ended with 1:\\nThe database in ${database} is incomplete \\(${what} is missing or empty\\): restore the whole folder ${dataDir} from a backup\\. To start with an empty database, move ${dataDir} away\\n$`,
      ),
    );
    expect(readdirSync(database)).toEqual(before);
  }
  const dataDir = usedFolder();
  rmSync(path.join(dataDir, 'database'), { recursive: true });
  await expect(start({ DATA_DIR: dataDir })).rejects.toThrow(
    /secret\.key exists, but its database is missing: restore the folder/,
  );
  expect(existsSync(path.join(dataDir, 'database'))).toBe(false);
});

// How each invalid key is rejected: `src/gateway/secret-key.test.ts`.
test('rejects a missing key, and starts again with the right one', async () => {
  const dataDir = usedFolder();
  const file = path.join(dataDir, 'secret.key');
  const key = readFileSync(file, 'utf8');
  rmSync(file);
  await expect(start({ DATA_DIR: dataDir })).rejects.toThrow(
    /ended with 1:\n\S+secret\.key: is missing, but the database needs it; restore .*\n$/,
  );
  const gateway = await start({ DATA_DIR: dataDir, SECRET_KEY: key.trim() });
  expect(existsSync(file)).toBe(false);
  expect(await gateway.stop('SIGTERM')).toBe(0);
});

test('restarts after the first start was killed', async () => {
  const dataDir = keep(temporaryFolder());
  const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'admin-demo-2026' };
  for (const seconds of ['0.3', '0.8', '1.5'])
    spawnSync('timeout', ['--signal=KILL', seconds, ...gatewayCommand], {
      env: { ...environment, PORT: '0' },
    });
  await administrator(await start(environment, []));
  // As an earlier version left it, which made the database in place.
  const earlier = keep(temporaryFolder());
  mkdirSync(path.join(earlier, 'database'));
  cpSync(path.join(dataDir, 'database/base'), path.join(earlier, 'database/base'), { recursive: true });
  writeFileSync(path.join(earlier, 'database.unfinished'), '');
  await administrator(await start({ ...environment, DATA_DIR: earlier }, []));
});

test('reports a full disk at any point of the first start, and recovers', async () => {
  const dataDir = keep(temporaryFolder());
  const mount = (...options: string[]) => spawnSync('mount', [...options, dataDir]).status === 0;
  test.skip(!mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs'), "this user can't mount file systems");
  try {
    const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD: 'admin-demo-2026' };
    // Too small for unpacking the database, too small for creating the tables, and large enough.
    for (const size of ['1m', '8m', '24m']) {
      expect(mount('-o', `remount,size=${size}`)).toBe(true);
      await expect(start(environment, [])).rejects.toThrow(
        /ended with 1:\nThe disk with the data is full \((ENOSPC|53100)\): free some space, then start again\n$/,
      );
    }
    expect(mount('-o', 'remount,size=80m')).toBe(true);
    const gateway = await start(environment, []);
    await administrator(gateway);
    await gateway.stop();
  } finally {
    execFileSync('umount', [dataDir]);
  }
});
