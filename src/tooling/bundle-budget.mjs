/** Compares the console's scripts with their budget, and finds scripts that import each other. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const kilobyte = 1000;
/** @type {Record<string, number>} */
const maxGzip = { libraries: 250, core: 135, page: 40 };
const maxCss = 60;
const maxScripts = 15;
const maxScriptsOfPage = 4;
/** Loaded by pages when it's needed, in addition to their own. */
const late = 'yaml';

const dist = 'dist/console';
/** @type {Record<string, { file: string, name: string, imports?: string[], css?: string[], isEntry?: boolean }>} */
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
const gzip = (/** @type {string} */ file) =>
  zlib.gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length / kilobyte;

let over = false;
/** @param {string} what @param {number} value @param {number} max @param {string} unit */
function report(what, value, max, unit) {
  const ok = value <= max;
  over ||= !ok;
  process.stdout.write(
    `${ok ? 'ok  ' : 'OVER'} ${what.padEnd(28)} ${Number(value.toFixed(1))} of ${max} ${unit}\n`,
  );
}

/** A script and what it imports. @param {string} key @param {string[]} above @returns {Set<(typeof manifest)[string]>} */
function withImports(key, above = []) {
  const script = manifest[key];
  if (!script) throw new Error(`${key} isn't in the manifest`);
  // It may run before what it imports is ready.
  if (above.includes(key)) {
    over = true;
    process.stdout.write(`CYCLE ${[...above, key].join(' → ')}\n`);
    return new Set();
  }
  const imported = (script.imports ?? []).flatMap((other) => [...withImports(other, [...above, key])]);
  return new Set([script, ...imported]);
}

for (const [key, { file, name, isEntry }] of Object.entries(manifest)) {
  if (!file.endsWith('.js')) continue;
  const most = maxGzip[isEntry ? 'core' : name] ?? maxGzip['page'] ?? 0;
  report(`${name}: JavaScript`, gzip(file), most, 'kB gzip');
  const isHinted = readFileSync(path.join(dist, file), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n');
  report(`${name}: no compile hint`, Number(!isHinted), 0, 'scripts');
  const loaded = [...withImports(key)];
  report(`${name}: requests`, loaded.length, maxScriptsOfPage + Number(name === late), 'scripts');
  const css = [...new Set(loaded.flatMap((script) => script.css ?? []))];
  report(
    `${name}: CSS`,
    css.map(gzip).reduce((sum, size) => sum + size, 0),
    maxCss,
    'kB gzip',
  );
}
const files = readdirSync(path.join(dist, 'assets')).filter((file) => file.endsWith('.js'));
report('all scripts', files.length, maxScripts, 'files');
process.exitCode = over ? 1 : 0;
