/** Plain JavaScript, because a worker thread runs it too: see `pglite-worker.mjs`. */
import { closeSync, existsSync, openSync } from 'node:fs';

/**
 * Whether an owner file exists, so that its process owns the folder. Takes 3 µs, so it's called before every write.
 * @param {string} file
 */
export function isOwned(file) {
  try {
    // Network file systems may report a deleted file as existing until it's opened.
    closeSync(openSync(file, 'r'));
    return true;
  } catch {
    // Such as with too many open files.
    return existsSync(file);
  }
}
