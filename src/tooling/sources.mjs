/** Detects whether the build is up to date. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const stampFile = 'dist/stamp';

/** @returns {string} a hash of the build's input files */
export function sourcesStamp() {
  const hash = createHash('sha256').update(process.version);
  for (const file of [
    'package-lock.json',
    'vite.config.ts',
    'index.html',
    ...filesBelow('src'),
    ...filesBelow('public'),
  ]) {
    if (!/\.test\.tsx?$/.test(file)) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** @returns {boolean} whether `dist/` was built from the current sources */
export function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesStamp();
}

/** @param {string} folder @returns {string[]} all files in it and its subfolders, sorted */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isFile() ? path.join(entry.parentPath, entry.name) : []))
    .toSorted();
}
