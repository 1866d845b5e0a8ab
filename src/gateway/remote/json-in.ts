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
 * @returns `isPage` for anything else; neither it nor JSON for an empty body
 */
export function jsonIn(bytes: Buffer, encoding: unknown, most: number) {
  let content = bytes;
  try {
    const decode = decoders[String(encoding).toLowerCase()];
    if (decode) content = decode(bytes, { maxOutputLength: most });
    return { json: JSON.parse(new TextDecoder().decode(content)) as unknown, isPage: false };
  } catch {
    return { json: undefined, isPage: content.length > 0 };
  }
}
