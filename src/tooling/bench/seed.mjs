/** Groups in the three shapes that trees are measured with. */
import { cpSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { startGateway } from './gateway.mjs';

/** Id of the parent of group `n`, counted from 1; 0 is the Default group. */
export const shapes = {
  balanced: { sql: () => '(n - 1) / 10', parent: (/** @type {number} */ n) => Math.floor((n - 1) / 10) },
  wide: {
    sql: (/** @type {number} */ size) =>
      `case when n = 1 then 0 when n <= ${size} / 2 then 1 else n - ${size} / 2 end`,
    parent: (/** @type {number} */ n, /** @type {number} */ size) =>
      n === 1 ? 0 : n <= size / 2 ? 1 : n - size / 2,
  },
  deep: {
    sql: () => 'case when n <= 1000 then n - 1 else 1 + n % 1000 end',
    parent: (/** @type {number} */ n) => (n <= 1000 ? n - 1 : 1 + (n % 1000)),
  },
};

/** @typedef {keyof typeof shapes} Shape */

/** @type {string | undefined} */
let fresh;

/**
 * A data folder with this many groups below the Default group.
 * @param {Shape} shape
 * @param {number} size
 * @returns {Promise<string>}
 */
export async function seededFolder(shape, size) {
  fresh ??= await freshFolder();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'palisade-bench-'));
  cpSync(fresh, folder, { recursive: true });
  const database = await PGlite.create(path.join(folder, 'database'));
  await database.exec(`
    set session_replication_role = replica;
    insert into groups (id, name, description, parent_id)
      select n, 'Group ' || n, 'Site ' || n, ${shapes[shape].sql(size)} from generate_series(1, ${size}) n;
    select setval(pg_get_serial_sequence('groups', 'id'), ${size});
    analyze groups;`);
  await database.close();
  return folder;
}

async function freshFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'palisade-bench-'));
  const gateway = await startGateway(folder);
  await gateway.stop();
  return folder;
}
