import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testGateway } from '../../../testing/gateway.ts';
import { loadData } from '../../../testing/service.ts';
import { openDatabase, type Database } from './database.ts';

let folder: string;
let isMounted: boolean;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'palisade-full-'));
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', folder]).status === 0;
});
afterEach(() => {
  if (isMounted) execFileSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
});

it('a full disk is 503 with the reason until there is space again', async ({ skip }) => {
  if (!isMounted) skip("this user can't mount file systems");
  const lost: unknown[] = [];
  const database = await openDatabase({
    dataDir: path.join(folder, 'data'),
    onWait: () => undefined,
    onLost: (error) => lost.push(error),
  });
  const gateway = await testGateway({}, { database });
  const ready = async () => {
    const { statusCode, payload } = await gateway.inject('/-/ready');
    return { statusCode, payload };
  };
  const reason = 'the disk with the data is full: free some space, and try again in a few seconds';
  await loadData(database.db);
  expect((await ready()).statusCode).toBe(200);
  const ballast = path.join(folder, 'ballast');
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - 4096));
  const fill = () => fillOnce(database);
  await expect.poll(fill).toContain(reason);
  await expect.poll(async () => (await ready()).payload).toContain(reason);
  truncateSync(ballast, 0);
  await expect.poll(fill).toBe('');
  expect((await ready()).statusCode).toBe(200);
  expect(lost).toEqual([]);
  await gateway.close();
  await database.close();
});

/** Writes 40 MB to the database's log. @returns why it failed */
async function fillOnce(database: Database): Promise<string> {
  try {
    for (let count = 0; count < 40; count += 1)
      await sql`select pg_logical_emit_message(true, ${'fill'}, repeat('x', 1000000))`.execute(database.db);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
