/** Detects whether something that was made from the sources is up to date. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const stampFile = 'dist/stamp';

/** @param {string[]} inputs files, and folders with all files in them @returns {string} a hash of their contents */
export function hashOf(inputs) {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap(filesIn)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** @returns {string} a hash of the build's input files */
export function sourcesStamp() {
  return hashOf(['package-lock.json', 'vite.config.ts', 'index.html', 'src', 'public', 'docs']);
}

/** @returns {boolean} whether `dist/` was built from the current sources */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesStamp();
}

/** @param {string} input @returns {string[]} */
function filesIn(input) {
  const entries = path.extname(input) ? [] : readdirSync(input, { recursive: true, withFileTypes: true });
  const files = entries.flatMap((entry) => (entry.isFile() ? path.join(entry.parentPath, entry.name) : []));
  return path.extname(input) ? [input] : files.filter((file) => !/\.test\.tsx?$/.test(file)).toSorted();
}
