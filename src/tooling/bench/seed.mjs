/** Groups in the three shapes that trees are measured with. */
import { cpSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { startGateway } from './gateway.mjs';

/** The parent of group `n`, counted from 1, in SQL; 0 is the Default group. */
export const shapes = {
  /** Ten children each. */
  balanced: () => '(n - 1) / 10',
  /** Half of all groups are children of one. */
  wide: (/** @type {number} */ size) =>
    `case when n = 1 then 0 when n <= ${size} / 2 then 1 else n - ${size} / 2 end`,
  /** A chain of 1,000, with the rest hanging on it. */
  deep: () => 'case when n <= 1000 then n - 1 else 1 + n % 1000 end',
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
  await database.exec(seedStatements(shape, size));
  await database.close();
  return folder;
}

/** @param {Shape} shape @param {number} size */
function seedStatements(shape, size) {
  return `
    set session_replication_role = replica;
    insert into groups (id, name, description, parent_id)
      select n, 'Group ' || n, 'Site ' || n, ${shapes[shape](size)} from generate_series(1, ${size}) n;
    select setval(pg_get_serial_sequence('groups', 'id'), ${size});
    analyze groups;`;
}

/**
 * Puts this many groups below the Default group of a database that a gateway has prepared.
 * @param {string} url
 * @param {Shape} shape
 * @param {number} size
 */
export async function seedPostgres(url, shape, size) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(seedStatements(shape, size));
  await client.end();
}

async function freshFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'palisade-bench-'));
  const gateway = await startGateway(folder);
  await gateway.stop();
  return folder;
}
