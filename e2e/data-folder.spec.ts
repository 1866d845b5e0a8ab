import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { request, type APIRequestContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { remove, seededFolder, startGateway, type Gateway } from './gateway.ts';

async function administrator(gateway: Gateway): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: gateway.url });
  const credentials = { data: { data: { login: 'admin', password: 'admin-demo-2026' } } };
  expect((await api.post('/api/authentication', credentials)).status()).toBe(201);
  return api;
}

// Namespaces of their own are what containers are made of: both are process 1.
const container = ['unshare', '--net', '--pid', '--fork', '--mount-proc', '--kill-child'];
test.skip(
  () => spawnSync(container[0] ?? '', [...container.slice(1), 'true']).status !== 0,
  "this user can't create namespaces",
);
/** The gateway that `unshare` runs. */
const inside = ({ process: { pid } }: Gateway) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());

const owners = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('owner-'));

test('a folder shared by two containers is taken over from a frozen process', async () => {
  const dataDir = seededFolder();
  const first = await startGateway({ DATA_DIR: dataDir }, [], container);
  await test.step('belongs to one process until that freezes', async () => {
    await expect(startGateway({ DATA_DIR: dataDir }, [], container)).rejects.toThrow(
      /ended with 1:\n(?:The data folder .* sign of life\n)?The data folder \S+ is in use by another process \(process 1 on \S+\): stop it, or set another DATA_DIR\n$/,
    );

    process.kill(inside(first), 'SIGSTOP');
    // As a process does that has waited half a minute for a sign of life (`src/service/store/folder/claim.test.ts`).
    for (const name of owners(dataDir)) rmSync(path.join(dataDir, name));
  });

  const second = await startGateway({ DATA_DIR: dataDir }, []);
  const { group_resource: group } = await test.step('another takes it over', async () => {
    const api = await administrator(second);
    const created = await api.post('/api/groups', { data: { data: { name: 'Written by the second' } } });
    expect(created.status()).toBe(201);
    return (await created.json()) as { group_resource: string };
  });

  await test.step('the frozen one ends without writing', async () => {
    const ended = new Promise((resolve) => first.process.once('exit', resolve));
    process.kill(inside(first), 'SIGCONT');
    expect(await ended).toBe(1);
    expect(first.output()).toMatch(/The data folder \S+ no longer belongs to this process/);
    // What the first wrote on its way out would show at the next start.
    await second.stop('SIGKILL');
    const third = await startGateway({ DATA_DIR: dataDir }, []);
    expect(await (await (await administrator(third)).get(`/api${group}`)).json()).toMatchObject({
      name: 'Written by the second',
    });
    expect(await third.stop('SIGTERM')).toBe(0);
    expect(owners(dataDir)).toEqual([]);
    remove(dataDir);
  });
});
