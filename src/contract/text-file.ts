/** What to do with a file that `decodeText` can't read. */
export const notUtf8 = "isn't UTF-8: save it as UTF-8, so that no letter gets lost";

/** A file's text: UTF-8, or UTF-16 with a byte order mark, as Excel's "Unicode Text". @returns undefined for anything else */
export function decodeText(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string | undefined {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const isLittleEndian = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  const encoding = isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of a file that someone has chosen or dropped. @throws Error with what's wrong, as a predicate of its name */
export async function readText(file: Blob): Promise<string> {
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    throw new Error("can't be read: it may be a folder, or was changed, moved or locked");
  }
  const text = decodeText(bytes);
  if (text === undefined) throw new Error(notUtf8);
  return text;
}
