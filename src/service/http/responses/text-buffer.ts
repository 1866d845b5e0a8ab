import { JsonText } from './json-text.ts';

const minBytes = 64 * 1024;
const maxKeptBytes = 4 * 1024 * 1024;
const maxKept = 8;

/** Buffers of responses that have been sent: for a large one, the system takes longer to provide memory than we to fill it. */
const kept: Buffer[] = [];

/** Collects a long text in UTF-8, which is several times faster to send than a string. */
export class TextBuffer {
  #buffer = kept.pop() ?? Buffer.allocUnsafe(minBytes);
  #length = 0;

  add(text: string): void {
    // A UTF-16 code unit takes up to three bytes.
    this.#reserve(text.length * 3);
    this.#length += this.#buffer.write(text, this.#length);
  }

  /** Adds bytes with digits at some offsets replaced. */
  addWithDigits(bytes: Uint8Array, offsets: readonly number[], digits: string): void {
    this.#reserve(bytes.length);
    const start = this.#length;
    this.#buffer.set(bytes, start);
    for (let digit = 0; digit < digits.length; digit += 1) {
      const code = digits.charCodeAt(digit);
      for (const offset of offsets) this.#buffer[start + offset + digit] = code;
    }
    this.#length += bytes.length;
  }

  /** The text; the buffer is used again once it has been sent. */
  finish<Body>(): JsonText<Body> {
    const buffer = this.#buffer;
    return new JsonText<Body>(buffer.subarray(0, this.#length), () => {
      if (kept.length < maxKept && buffer.length <= maxKeptBytes) kept.push(buffer);
    });
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
