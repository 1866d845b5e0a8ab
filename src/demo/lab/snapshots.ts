import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { LabComparison, LabCounts } from '../../contract/lab.ts';
import type { Records } from '../data/records.ts';

/** A saved state of the store. */
interface Snapshot {
  name: string;
  created_at: string;
  counts: LabCounts;
  records: Records;
}

const gzip = promisify(zlib.gzip);
const gunzip = promisify(zlib.gunzip);
const suffix = '.json.gz';

/** Keeps snapshots as files in a folder. The contract restricts names, so that no path leads out of it. */
export function snapshotFiles(folder: string) {
  const fileOf = (name: string) => path.join(folder, `${name}${suffix}`);
  const read = async (name: string): Promise<Snapshot | undefined> => {
    const bytes = await readFile(fileOf(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    // Only `save` writes these files.
    return bytes && (JSON.parse((await gunzip(bytes)).toString()) as Snapshot);
  };
  return {
    read,
    save: async (snapshot: Snapshot): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const aside = `${fileOf(snapshot.name)}.${process.pid}.new`;
      await writeFile(aside, await gzip(JSON.stringify(snapshot)), { mode: 0o600 });
      await rename(aside, fileOf(snapshot.name));
    },
    remove: (name: string): Promise<void> => rm(fileOf(name), { force: true }),
    list: async (): Promise<Omit<Snapshot, 'records'>[]> => {
      const files = await readdir(folder).catch(() => []);
      const names = files
        .filter((file) => file.endsWith(suffix))
        .map((file) => file.slice(0, -suffix.length));
      const snapshots = await Promise.all(names.map(read));
      return snapshots
        .flatMap((snapshot) => (snapshot ? [snapshot] : []))
        .map(({ records: _records, ...rest }) => rest)
        .toSorted((left, right) => left.created_at.localeCompare(right.created_at));
    },
  };
}

/** Fields that change by mere use, not by an edit. */
const usageFields = new Set(['last_sign_in_at', 'last_sign_in_via', 'last_used_at']);
const maxNames = 20;

/** The differences between two states, by kind of record. */
export function compare(before: Records, after: Records): LabComparison {
  const kind = (table: keyof LabComparison, name = 'name') => {
    const left = byId(before[table]);
    const right = byId(after[table]);
    const added = [...right].filter(([id]) => !left.has(id));
    const removed = [...left].filter(([id]) => !right.has(id));
    const changed = [...right].filter(
      ([id, record]) => left.has(id) && editedFields(left.get(id)) !== editedFields(record),
    );
    return {
      added: added.length,
      removed: removed.length,
      changed: changed.length,
      names: [...added, ...removed, ...changed].slice(0, maxNames).map(([, record]) => String(record[name])),
    };
  };
  return {
    groups: kind('groups'),
    users: kind('users', 'login'),
    roles: kind('roles'),
    oidc_ops: kind('oidc_ops'),
  };
}

function byId(records: Record<string, unknown>[]): Map<unknown, Record<string, unknown>> {
  return new Map(records.map((record) => [record['id'], record]));
}

function editedFields(record: Record<string, unknown> | undefined): string {
  return JSON.stringify(
    Object.entries(record ?? {})
      .filter(([name]) => !usageFields.has(name))
      .toSorted(([left], [right]) => left.localeCompare(right)),
  );
}
