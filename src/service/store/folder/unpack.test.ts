import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { unpack } from './unpack.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'palisade-unpack-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every path below a folder, with its permissions and contents. */
function contentsOf(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true }).map(String).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const found = statSync(path.join(root, name));
      const mode = (found.mode & 0o777).toString(8);
      return [name, `${mode} ${found.isFile() ? readFileSync(path.join(root, name), 'base64') : ''}`];
    }),
  );
}

it('restores every file, however large', async () => {
  const source = path.join(folder, 'source');
  mkdirSync(path.join(source, 'base/empty'), { recursive: true, mode: 0o700 });
  const random = (_: unknown, index: number) => (index * 7919 + (index >> 8)) % 256;
  for (const size of [0, 1, 511, 512, 513, 262_144, 1_000_001])
    writeFileSync(path.join(source, `base/${size}`), Uint8Array.from({ length: size }, random), {
      mode: 0o600,
    });
  const archive = path.join(folder, 'archive.tar.gz');
  execFileSync('tar', ['--format=ustar', '-czf', archive, '-C', source, 'base']);
  const target = path.join(folder, 'target');
  await unpack(archive, target);
  expect(contentsOf(target)).toEqual(contentsOf(source));
});
