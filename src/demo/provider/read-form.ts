import type { IncomingMessage } from 'node:http';

/** Enough for every persona's claims at their maximum length. */
const maxBytes = 512 * 1024;

/** Reads an HTML form's body; a body that's too long counts as empty. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return new URLSearchParams();
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
