import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Writes a file beside the old one and renames it, so that a full disk or an interruption leaves the old one. */
export function saveFile(file: string, text: string): void {
  const old = statSync(file, { throwIfNoEntry: false });
  // Others can't be replaced, such as /dev/stdout.
  if (old && !old.isFile()) return writeFileSync(file, text);
  const target = old ? realpathSync(file) : file;
  const fresh = `${target}.${process.pid}.new`;
  try {
    writeFileSync(fresh, text, { flag: 'wx', mode: old?.mode, flush: true });
    renameSync(fresh, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(fresh, { force: true });
    throw error;
  }
}
