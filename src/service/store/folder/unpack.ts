import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import zlib from 'node:zlib';

const block = 512;
const pieceBytes = 256 * 1024;

/**
 * Unpacks a gzipped tar file of plain files and folders, as PGlite dumps a database, into a new folder. It's unpacked in
 * pieces, because the files are ten times as large as the archive.
 * @throws Error of the file system, such as `ENOSPC`
 */
export async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const gunzip = zlib.createGunzip({ chunkSize: pieceBytes });
  gunzip.end(await readFile(archive));
  const read = createReader(gunzip);
  for (;;) {
    const header = await read(block);
    // A block of zeros ends the archive.
    if (header.length < block || header[0] === 0) return;
    const target = path.join(folder, textAt(header, 0, 100));
    const size = Number.parseInt(textAt(header, 124, 12), 8) || 0;
    if (textAt(header, 156, 1) === '5') await mkdir(target, { recursive: true, mode: 0o700 });
    else await writeNew(target, size, read);
    await read(Math.ceil(size / block) * block - size);
  }
}

/** Reads this many bytes, or fewer at the end. */
type Read = (size: number) => Promise<Buffer>;

async function writeNew(target: string, size: number, read: Read): Promise<void> {
  const file = await open(target, 'wx', 0o600);
  try {
    for (let left = size; left > 0;) {
      const piece = await read(Math.min(left, pieceBytes));
      if (piece.length === 0) return;
      await file.writeFile(piece);
      left -= piece.length;
    }
  } finally {
    await file.close();
  }
}

function createReader(stream: AsyncIterable<Buffer>): Read {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (size) => {
    while (rest.length < size) {
      const next = await chunks.next();
      if (next.done) break;
      rest = Buffer.concat([rest, next.value]);
    }
    const piece = rest.subarray(0, size);
    rest = rest.subarray(size);
    return piece;
  };
}

/** A field of a header; pax(1), "ustar interchange format". */
function textAt(header: Buffer, start: number, length: number): string {
  const field = header.toString('latin1', start, start + length);
  const end = field.indexOf('\0');
  return (end === -1 ? field : field.slice(0, end)).trim();
}
