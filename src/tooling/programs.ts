import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The first of these programs that exists; a name is looked for in the search path. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names
    .flatMap((name) => (path.isAbsolute(name) ? name : folders.map((folder) => path.join(folder, name))))
    .find((file) => existsSync(file));
}

/** Installs Debian packages; does nothing on other systems, or without root. */
export function installFromDebian(...names: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', ...names], { stdio: 'ignore', env });
}
