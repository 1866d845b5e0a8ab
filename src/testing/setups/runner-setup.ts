import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { MetadataSource } from '../../service/domain/oidc/oidc-ports.ts';
import type { UnitOfWork } from '../../service/domain/ports.ts';
import { createSecretBox } from '../../service/domain/secret-box.ts';
import { startRunner, type Runner } from '../../service/jobs/runner.ts';
import type { Database } from '../../service/store/database/database.ts';
import { unitOfWork } from '../../service/store/tables/stores.ts';
import { loadData, recording, testSecretKey } from '../service.ts';

const noProvider: MetadataSource = () => Promise.reject(new Error('No provider here'));

/**
 * Loads the sample data into a database of its own before the tests of a `describe` block. After each test, it stops the job
 * runners and removes the jobs and the log of changes.
 * @param isRealTime whether time passes; else it's what the test sets
 * @returns the setup; its database and stores are empty until the first test
 */
export function runnersOn(open: () => Promise<Database>, { isRealTime = false } = {}) {
  const runners: Runner[] = [];
  const clock = { now: new Date(0) };
  const now = () => (isRealTime ? new Date() : clock.now);
  /** What the runners have reported since the test began. */
  const errors: unknown[] = [];
  // Filled before anything reads them.
  const database = {} as Database;
  const work = {} as UnitOfWork;
  const run = (
    instanceId: string,
    { version = '10.0', isOnlyProcess = false, metadata = noProvider } = {},
  ): Runner => {
    const runner = startRunner({
      work,
      now,
      version: () => version,
      statusTtlSeconds: 3600,
      instanceId,
      metadata,
      secrets: createSecretBox(testSecretKey),
      isOnlyProcess,
      onError: (error) => errors.push(error),
    });
    runners.push(runner);
    return runner;
  };
  /** Creates a group and returns its ID. */
  const group = async (name: string, parentId: number): Promise<number> => {
    const row = await work.stores.groups.insert({ name, description: '', parentId });
    if (!row) throw new Error('The group was not created');
    return row.id;
  };
  beforeAll(async () => {
    Object.assign(database, await open());
    await loadData(database.db);
    Object.assign(work, unitOfWork(database.db, now, recording));
  });
  afterAll(() => database.close());
  beforeEach(() => {
    clock.now = new Date('2026-01-01T12:00:00Z');
    errors.length = 0;
  });
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    await database.db.deleteFrom('jobs').execute();
    await sql`delete from changes`.execute(database.db);
  });
  return { database, work, clock, now, errors, run, group };
}
