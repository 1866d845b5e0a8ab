/** Finds programs on this machine, and installs missing ones on Debian. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** @param {string[]} names @returns {string[]} where programs of these names may be, by name */
export function filesOnPath(...names) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** Installs Debian packages; does nothing on other systems, or without root. @param {string[]} names */
export function installFromDebian(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', ...names], { stdio: 'ignore', env });
}
