import { expect, it } from 'vitest';
import { decodeText, readText } from './text-file.ts';

const utf16le = Uint8Array.from([0xff, 0xfe, 0x5a, 0, 0xfc, 0]);

it('decodes UTF-8 and UTF-16, without the byte order mark', () => {
  const utf16be = Uint8Array.from([0xfe, 0xff, 0, 0x5a, 0, 0xfc]);
  for (const bytes of [Buffer.from('Zü'), Buffer.from('\uFEFFZü'), utf16le, utf16le.buffer, utf16be])
    expect(decodeText(Uint8Array.from(new Uint8Array(bytes)))).toBe('Zü');
});

it('decodes nothing that would lose letters, such as Windows-1252', () => {
  expect(decodeText(Uint8Array.of(0x5a, 0xfc))).toBeUndefined();
  expect(decodeText(Uint8Array.of(...utf16le, 0))).toBeUndefined();
});

it('says why a file has no text', async () => {
  await expect(readText(new Blob([Uint8Array.of(0x5a, 0xfc)]))).rejects.toThrow("isn't UTF-8");
  const folder = Object.assign(new Blob([]), { arrayBuffer: () => Promise.reject(new DOMException('')) });
  await expect(readText(folder)).rejects.toThrow("can't be read: it may be a folder");
});
