import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { LabCounts } from '../../contract/lab.ts';
import type { Records } from '../data/records.ts';

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
