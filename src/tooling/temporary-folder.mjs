import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** @type {string[]} */
const folders = [];

process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Makes a folder that exists until this process exits. @param {string} purpose @returns {string} */
export function temporaryFolder(purpose) {
  const folder = mkdtempSync(path.join(os.tmpdir(), `palisade-${purpose}-`));
  folders.push(folder);
  return folder;
}
