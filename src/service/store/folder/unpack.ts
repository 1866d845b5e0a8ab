import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const block = 512;
const gunzip = promisify(zlib.gunzip);

/**
 * Unpacks a gzipped tar file of plain files and folders, as PGlite dumps a database, into a new folder.
 * @throws Error of the file system, such as `ENOSPC`
 */
export async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const bytes = await gunzip(await readFile(archive));
  for (let offset = 0; offset + block <= bytes.length;) {
    const header = bytes.subarray(offset, offset + block);
    // A block of zeros ends the archive.
    if (header[0] === 0) return;
    const target = path.join(folder, textAt(header, 0, 100));
    const size = Number.parseInt(textAt(header, 124, 12), 8) || 0;
    offset += block;
    if (textAt(header, 156, 1) === '5') await mkdir(target, { recursive: true, mode: 0o700 });
    else await writeFile(target, bytes.subarray(offset, offset + size), { flag: 'wx', mode: 0o600 });
    offset += Math.ceil(size / block) * block;
  }
}

/** A field of a header; pax(1), "ustar interchange format". */
function textAt(header: Buffer, start: number, length: number): string {
  const field = header.toString('latin1', start, start + length);
  const end = field.indexOf('\0');
  return (end === -1 ? field : field.slice(0, end)).trim();
}
