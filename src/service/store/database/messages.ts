/** Messages of the extended query protocol (https://www.postgresql.org/docs/15/protocol-message-formats.html). */

/** A statement to execute; its parameters and results are text. */
export interface Execution {
  /** Empty for a statement that isn't kept. */
  name: string;
  text: string;
  values: readonly (string | null)[];
  isParsed: boolean;
  isDescribed: boolean;
}

const describePortal = Buffer.from('D\0\0\0\u0006P\0');
const execute = Buffer.from('E\0\0\0\t\0\0\0\0\0');
const sync = Buffer.from('S\0\0\0\u0004');
/** Of one statement's messages besides its texts and values, at most. */
const fixedBytes = 64;

/**
 * Closes and executes statements, in one buffer: `pg` writes one for each message, which takes several times longer.
 * @param closing names of kept statements
 */
export function messagesFor(executions: readonly Execution[], closing: readonly string[]): Buffer {
  const messages = new Messages(executions, closing);
  for (const name of closing) messages.add('C', () => messages.addText('S').addString(name));
  for (const { name, text, values, isParsed, isDescribed } of executions) {
    if (!isParsed) messages.add('P', () => messages.addString(name).addString(text).addInt16(0));
    messages.add('B', () => messages.addString('').addString(name).addValues(values));
    if (!isDescribed) messages.addBytes(describePortal);
    messages.addBytes(execute);
  }
  return messages.addBytes(sync).finish();
}

class Messages {
  readonly #buffer: Buffer;
  #length = 0;

  constructor(executions: readonly Execution[], closing: readonly string[]) {
    let size = fixedBytes;
    for (const name of closing) size += fixedBytes + name.length;
    for (const { name, text, values, isParsed } of executions) {
      size += fixedBytes + name.length * 2 + (isParsed ? 0 : Buffer.byteLength(text));
      for (const value of values) size += value === null ? 4 : 4 + Buffer.byteLength(value);
    }
    this.#buffer = Buffer.allocUnsafe(size);
  }

  /** A message of this type: its length and what `write` adds. */
  add(type: string, write: () => void): void {
    this.addText(type);
    const start = this.#length;
    this.#length += 4;
    write();
    this.#buffer.writeInt32BE(this.#length - start, start);
  }

  addValues(values: readonly (string | null)[]): void {
    // The formats of all parameters, and below of all results: text.
    this.addInt16(0).addInt16(values.length);
    for (const value of values) {
      const start = this.#length;
      this.#length += 4;
      if (value !== null) this.addText(value);
      this.#buffer.writeInt32BE(value === null ? -1 : this.#length - start - 4, start);
    }
    this.addInt16(0);
  }

  addText(text: string): this {
    this.#length += this.#buffer.write(text, this.#length);
    return this;
  }

  /** Text and the zero that ends it. */
  addString(text: string): this {
    this.addText(text);
    this.#buffer[this.#length] = 0;
    this.#length += 1;
    return this;
  }

  /** Too large a number wraps: the server has rejected a statement with so many parameters before it reads them. */
  addInt16(value: number): this {
    this.#length = this.#buffer.writeUInt16BE(value & 0xffff, this.#length);
    return this;
  }

  addBytes(bytes: Buffer): this {
    this.#length += bytes.copy(this.#buffer, this.#length);
    return this;
  }

  finish(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}
