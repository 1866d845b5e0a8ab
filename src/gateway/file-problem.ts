import { readFileSync } from 'node:fs';
import os from 'node:os';

/** Why a file can't be read, with its path and, if that matters, the user that it isn't readable for; undefined if it can be. */
export function fileProblem(file: string): string | undefined {
  try {
    return readFileSync(file).length > 0 ? undefined : `${file} is empty`;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return `${file} doesn't exist`;
    if (code === 'EISDIR') return `${file} is a folder`;
    return code === 'EACCES' || code === 'EPERM'
      ? `${file} or its folder isn't readable for ${userName()}, as whom this process runs`
      : `${file} can't be read: ${message}`;
  }
}

function userName(): string {
  try {
    const { username, uid } = os.userInfo();
    return `${username} (user ID ${uid})`;
  } catch {
    // In containers, users often have no name.
    return `user ID ${process.getuid?.()}`;
  }
}
