import { sql } from 'kysely';
import { generatedGroups, generatedUsers } from './generated.ts';
import { loadDataSet, loadIfEmpty, type Columns, type DataSet } from './load.ts';
import { clearRecords, countRecords, dumpRecords, restoreRecords, type Records } from './records.ts';
import type { DemoDatabase } from './database.ts';

export type DemoStore = ReturnType<typeof demoStore>;

/**
 * The demo's data in the service's database.
 * @param data what the demo starts with
 */
export function demoStore(db: DemoDatabase, columns: Columns, data: () => DataSet) {
  return {
    loadIfEmpty: () => loadIfEmpty(db, columns, data()),
    counts: () => countRecords(db),
    dump: () => dumpRecords(db),
    restore: async (records: Records) => {
      await restoreRecords(db, records);
      await updateStatistics(db);
    },
    /** Replaces everything with the demo data. */
    reset: async () => {
      await clearRecords(db);
      await loadDataSet(db, columns, data());
      await updateStatistics(db);
    },
    generate: async (what: 'groups' | 'users', count: number) => {
      await loadDataSet(db, columns, generated(what, count));
      await updateStatistics(db);
    },
  };
}

/** Doesn't wait for the database to notice: with the statistics of a small tree, queries on a large one take seconds. */
async function updateStatistics(db: DemoDatabase): Promise<void> {
  await sql`analyze`.execute(db);
}

/** A data set with names that differ from all earlier ones. */
function generated(what: 'groups' | 'users', count: number) {
  const now = new Date();
  return what === 'groups'
    ? generatedGroups(count, `Generated ${now.toISOString().slice(0, 19).replace('T', ' ')}`)
    : generatedUsers(count, `gen-${now.getTime().toString(36)}`);
}
