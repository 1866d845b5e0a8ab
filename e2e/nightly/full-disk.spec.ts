import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from '../fixtures.ts';
import { remove, startGateway, temporaryFolder } from '../gateway.ts';
import { call } from '../instances.ts';

test('recovers from a full disk at any point of the first start', async () => {
  const dataDir = temporaryFolder();
  const mount = (...options: string[]) => spawnSync('mount', [...options, dataDir]).status === 0;
  test.skip(!mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs'), "this user can't mount file systems");
  try {
    const [login, password] = ['admin', 'admin-demo-2026'];
    const environment = { DATA_DIR: dataDir, ADMIN_PASSWORD: password };
    // Too small for unpacking the database, too small for creating the tables, and large enough.
    for (const size of ['1m', '8m', '24m']) {
      expect(mount('-o', `remount,size=${size}`)).toBe(true);
      await expect(startGateway(environment, [])).rejects.toThrow(
        /ended with 1:\nThe disk with the data is full \((ENOSPC|53100)\): free some space, then start again\n$/,
      );
    }
    expect(mount('-o', 'remount,size=80m')).toBe(true);
    const gateway = await startGateway(environment, []);
    const { status } = await call(gateway.url, 'POST', '/authentication', { data: { login, password } });
    expect(status).toBe(201);
    await gateway.stop();
  } finally {
    execFileSync('umount', [dataDir]);
    remove(dataDir);
  }
});
