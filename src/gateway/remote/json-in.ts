import { brotliDecompressSync, unzipSync } from 'node:zlib';

/** What a proxy compresses all the same if it was asked not to. */
const decoders: Partial<Record<string, typeof unzipSync>> = {
  gzip: unzipSync,
  'x-gzip': unzipSync,
  deflate: unzipSync,
  br: brotliDecompressSync,
};

/**
 * Reads JSON in a service's response.
 * @param encoding its `Content-Encoding`
 * @param most bytes after decoding
 * @returns undefined for anything else
 */
export function jsonIn(bytes: Buffer, encoding: unknown, most: number): unknown {
  try {
    const decode = decoders[String(encoding).toLowerCase()];
    const content = decode ? decode(bytes, { maxOutputLength: most }) : bytes;
    return JSON.parse(new TextDecoder().decode(content)) as unknown;
  } catch {
    return undefined;
  }
}
