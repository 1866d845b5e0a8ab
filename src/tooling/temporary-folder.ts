import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Makes a folder that exists until this process exits. */
export function temporaryFolder(purpose: string, parent = os.tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, `palisade-${purpose}-`));
  folders.push(folder);
  return folder;
}

const gibibyte = 2 ** 30;

/**
 * Has this process and those that it starts keep temporary files in memory, if there's enough: tests flush thousands of
 * commits and copy thousands of files, which some disks do slowly. `TMPDIR` names another folder.
 */
export function keepTemporaryFilesInMemory(): void {
  const memory = '/dev/shm';
  if (process.env['TMPDIR']) return;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < 2 * gibibyte || process.availableMemory() < 4 * gibibyte) return;
    const folder = temporaryFolder('tests', memory);
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o711);
    process.env['TMPDIR'] = folder;
  } catch {
    // There's no such folder, or it can't be written.
  }
}
