/** Compares the downloads of the sign-in page, whose form works before any script, and the tree with their budgets, and finds files that import each other. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const kilobyte = 1000;
const budgets = [
  { page: 'sign-in', chunks: ['index'], gzip: 140 * kilobyte },
  { page: 'group tree', chunks: ['index', 'tree'], gzip: 195 * kilobyte },
];
const maxRequests = 16;
const maxCss = 40 * kilobyte;

/** @type {Record<string, { file: string, name?: string, imports?: string[], css?: string[], isEntry?: boolean }>} */
const manifest = JSON.parse(readFileSync('dist/console/.vite/manifest.json', 'utf8'));
const size = (/** @type {string} */ file) =>
  zlib.gzipSync(readFileSync(path.join('dist/console', file)), { level: 9 }).length;

let over = false;
/** @param {string} what @param {number} value @param {number} max @param {string} unit */
function report(what, value, max, unit) {
  const ok = value <= max;
  over ||= !ok;
  process.stdout.write(`${ok ? 'ok  ' : 'OVER'} ${what.padEnd(28)} ${value.toFixed(1)} of ${max} ${unit}\n`);
}

for (const { page, chunks, gzip } of budgets) {
  const files = new Set();
  const css = new Set();
  /** @param {string} key */
  const add = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} isn't in the manifest`);
    for (const sheet of chunk.css ?? []) css.add(sheet);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const name of chunks) {
    const keys = Object.keys(manifest).filter((key) => manifest[key]?.name === name);
    if (keys.length === 0) throw new Error(`The manifest has no chunk named ${name}`);
    for (const key of keys) add(key);
  }
  const sum = (/** @type {Set<string>} */ set) => [...set].reduce((total, file) => total + size(file), 0);
  report(`${page}: JavaScript`, sum(files) / kilobyte, gzip / kilobyte, 'kB gzip');
  report(`${page}: requests`, files.size, maxRequests, 'files');
  report(`${page}: CSS`, sum(css) / kilobyte, maxCss / kilobyte, 'kB gzip');
}

/** Files that import each other may run before what they import is ready. @param {string} key @param {string[]} above */
function cyclesFrom(key, above) {
  if (above.includes(key)) return [[...above.slice(above.indexOf(key)), key]];
  if (checked.has(key)) return [];
  /** @type {string[][]} */
  const cycles = (manifest[key]?.imports ?? []).flatMap((imported) => cyclesFrom(imported, [...above, key]));
  checked.add(key);
  return cycles;
}
/** @type {Set<string>} */
const checked = new Set();
for (const cycle of Object.keys(manifest).flatMap((key) => cyclesFrom(key, []))) {
  over = true;
  process.stdout.write(`CYCLE ${cycle.map((key) => manifest[key]?.name).join(' → ')}\n`);
}
process.exitCode = over ? 1 : 0;
