/** Checks what the browser downloads for the sign-in page and for the tree against the budgets. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const kilobyte = 1000;
const budgets = [
  { page: 'sign-in', chunks: ['index'], gzip: 150 * kilobyte },
  { page: 'group tree', chunks: ['index', 'tree'], gzip: 225 * kilobyte },
];
const requestsMost = 16;
const cssMost = 40 * kilobyte;

/** @type {Record<string, { file: string, name?: string, imports?: string[], css?: string[], isEntry?: boolean }>} */
const manifest = JSON.parse(readFileSync('dist/console/.vite/manifest.json', 'utf8'));
const size = (/** @type {string} */ file) =>
  zlib.gzipSync(readFileSync(path.join('dist/console', file)), { level: 9 }).length;

let over = false;
/** @param {string} what @param {number} value @param {number} most @param {string} unit */
function report(what, value, most, unit) {
  const ok = value <= most;
  over ||= !ok;
  process.stdout.write(`${ok ? 'ok  ' : 'OVER'} ${what.padEnd(28)} ${value.toFixed(1)} of ${most} ${unit}\n`);
}

for (const { page, chunks, gzip } of budgets) {
  const files = new Set();
  const css = new Set();
  /** @param {string} key */
  const add = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}`);
    for (const sheet of chunk.css ?? []) css.add(sheet);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const name of chunks) {
    const keys = Object.keys(manifest).filter((key) => manifest[key]?.name === name);
    if (keys.length === 0) throw new Error(`No chunk is named ${name}`);
    for (const key of keys) add(key);
  }
  const sum = (/** @type {Set<string>} */ set) => [...set].reduce((total, file) => total + size(file), 0);
  report(`${page}: JavaScript`, sum(files) / kilobyte, gzip / kilobyte, 'kB gzip');
  report(`${page}: requests`, files.size, requestsMost, 'files');
  report(`${page}: CSS`, sum(css) / kilobyte, cssMost / kilobyte, 'kB gzip');
}
process.exitCode = over ? 1 : 0;
