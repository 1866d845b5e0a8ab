/** DER (ITU-T X.690), just what a self-signed certificate needs. */

/** One value: tag, length in the definite form, contents. */
export function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body]);
}

export const sequence = (...items: Uint8Array[]) => der(0x30, ...items);
export const set = (...items: Uint8Array[]) => der(0x31, ...items);
export const octetString = (...contents: Uint8Array[]) => der(0x04, ...contents);
export const utf8String = (text: string) => der(0x0c, Buffer.from(text));
export const boolean = (value: boolean) => der(0x01, Buffer.from([value ? 0xff : 0]));

/** A non-negative INTEGER; a leading zero byte keeps it from being read as negative. */
export function unsignedInteger(bytes: Uint8Array): Buffer {
  return der(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes);
}

/** A BIT STRING whose last byte leaves `unused` bits out. */
export const bitString = (contents: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), contents);

/** GeneralizedTime is for 2050 and later only (RFC 5280 section 4.1.2.5). */
export function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(digits.slice(2)));
}

/** OBJECT IDENTIFIER from its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return bytes;
}
