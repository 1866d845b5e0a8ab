import {
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';

/** Writes a file beside the old one and renames it, so that a full disk or an interruption leaves the old one. */
export function saveFile(file: string, text: string): void {
  const old = statSync(file, { throwIfNoEntry: false });
  // Others can't be replaced, such as /dev/stdout.
  if (old && !old.isFile()) return write(file, 'w', text);
  const target = old ? realpathSync(file) : file;
  const fresh = `${target}.${process.pid}.new`;
  try {
    write(fresh, 'wx', text, old?.mode);
    renameSync(fresh, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(fresh, { force: true });
    throw error;
  }
}

function write(file: string, flags: string, text: string, mode?: number): void {
  const opened = openSync(file, flags, mode);
  try {
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length;) start += writeSync(opened, bytes, start);
    if (flags === 'wx') fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
