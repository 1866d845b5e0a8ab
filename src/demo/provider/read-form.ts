import type { IncomingMessage } from 'node:http';

/** Room for the claims of every persona at their longest. */
const bytesMost = 512 * 1024;

/** Reads the body of an HTML form; one that is too long is left unread, and so has no fields. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMost) return new URLSearchParams();
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
