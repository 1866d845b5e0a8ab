import { openSync, closeSync, writeSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { password, refusedWith, startTestService } from '../../../testing/service.ts';
import { temporaryFolder } from '../../../tooling/temporary-folder.ts';
import { Unavailable } from '../../domain/unavailable.ts';
import { openDatabase } from './database.ts';
import { explainStorage } from './store-error.ts';

/** A data folder with the sample data, in which the file of one table was overwritten. */
async function damagedFolder(table: string): Promise<string> {
  const dataDir = temporaryFolder('damage');
  const database = await openDatabase({ dataDir });
  await (await startTestService(database)).close();
  const found = sql<{ file: string }>`select pg_relation_filepath(${table}) as file`;
  const { rows } = await found.execute(database.db);
  await database.close();
  const handle = openSync(path.join(dataDir, 'database', rows[0]?.file ?? ''), 'r+');
  writeSync(handle, Buffer.alloc(8192, 0xa5), 0, 8192, 0);
  closeSync(handle);
  return dataDir;
}

describe('a damaged table', () => {
  it('is reported in a sentence if it prevents the start', async () => {
    const dataDir = await damagedFolder('kysely_migration');
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      /^The database is damaged \(invalid page in block 0 of relation .*\): restore it from a backup$/,
    );
    // The folder was given back.
    await expect(openDatabase({ dataDir })).rejects.toThrow('The database is damaged');
  });

  it('responds with 500 without internals while the service runs', async () => {
    const database = await openDatabase({ dataDir: await damagedFolder('role_features') });
    const service = await startTestService(database);
    const signIn = { login: 'admin', password };
    const logged = /^internal error; find the cause in the service.s log under request id [\w-]+$/;
    expect(await service.request(undefined, 'POST', '/authentication', signIn)).toMatchObject(
      refusedWith(500, expect.stringMatching(logged)),
    );
    await service.close();
    await database.close();
  });
});

describe('failures of the disk', () => {
  const noConnection = { code: '53300', message: 'm' };
  const crowded =
    'The database has no free connection (m): close others or raise the limit, then start again';
  it.each([
    [{ code: 'ENOSPC' }, 'The disk with the data is full (ENOSPC): free some space, then start again'],
    [{ code: '53100' }, 'The disk with the data is full (53100): free some space, then start again'],
    [{ code: 'EIO' }, 'The disk with the data fails (EIO): check it, then start again'],
    [{ code: '58P01', message: 'm' }, 'The database is damaged (m): restore it from a backup'],
    [noConnection, crowded],
    [new Unavailable('lost', false, { cause: noConnection }), crowded],
    [new Unavailable('lost', false), "The database isn't available: lost"],
    [{ code: '57P03', message: 'm' }, "The database isn't available (m, 57P03): start again once it is"],
    [
      { code: '23505', message: 'm' },
      'The database failed (m, 23505): if it is damaged, restore it from a backup',
    ],
  ])('are explained in a sentence: %j', (error, sentence) => {
    expect(explainStorage(error)?.message).toBe(sentence);
  });

  it.each([new Error('a defect'), { code: 'EPERM' }, { code: 'ERR_X' }, null, undefined, 'text'])(
    'are distinguished from others: %j',
    (error) => {
      expect(explainStorage(error)).toBeUndefined();
    },
  );
});
