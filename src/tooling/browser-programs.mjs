/** Finds the browsers in which `npm run test:browsers` runs, and the programs that drive them. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { filesOnPath } from './programs.mjs';

/** @typedef {'chromium' | 'firefox' | 'webkit'} Engine */
/** @typedef {{ debianPackage: string, files: () => string[] }} Program */

/** @type {Record<Engine, Program[]>} */
const programs = {
  chromium: [
    { debianPackage: 'chromium', files: () => filesOnPath('chromium', 'chromium-browser', 'google-chrome') },
    { debianPackage: 'chromium-driver', files: () => filesOnPath('chromedriver') },
  ],
  firefox: [{ debianPackage: 'firefox-esr', files: () => filesOnPath('firefox-esr', 'firefox') }],
  webkit: [
    { debianPackage: 'webkit2gtk-driver', files: () => filesOnPath('WebKitWebDriver') },
    { debianPackage: 'webkit2gtk-driver', files: miniBrowsers },
    { debianPackage: 'xvfb', files: () => filesOnPath('Xvfb') },
  ],
};

/** All engines. */
export const engines = /** @type {Engine[]} */ (Object.keys(programs));

/**
 * @param {Engine} engine
 * @returns {{ files: string[] } | { missing: string[] }} its programs: browser and driver of Chromium; Firefox; driver, browser and
 *   X server of WebKit. Or the Debian packages that are missing
 */
export function findPrograms(engine) {
  const found = programs[engine].map(({ debianPackage, files }) => ({
    debianPackage,
    file: files().find((file) => existsSync(file)),
  }));
  const missing = new Set(found.flatMap(({ debianPackage, file }) => (file ? [] : debianPackage)));
  return missing.size > 0 ? { missing: [...missing] } : { files: found.flatMap(({ file }) => file ?? []) };
}

/** WebKitGTK's own browser. Its folder is named after the version of the library. */
function miniBrowsers() {
  const libraries = '/usr/lib';
  if (!existsSync(libraries)) return [];
  const folders = [libraries, ...readdirSync(libraries).map((name) => path.join(libraries, name))];
  return ['webkitgtk-6.0', 'webkit2gtk-4.1', 'webkit2gtk-4.0'].flatMap((version) =>
    folders.map((folder) => path.join(folder, version, 'MiniBrowser')),
  );
}
