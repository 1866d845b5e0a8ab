import type { FastifyRequest } from 'fastify';
import type { Refusal } from './refusal.ts';

/** Of a request that's served; Node's default. */
const maxBytes = 16 * 1024;
/** Of a request that's read, so that one with large cookies gets an explanation. */
export const maxReadBytes = 64 * 1024;

const sentence = 'the headers are too large';
const advice =
  'Browsers send the cookies of every service on a host, regardless of its port. Delete those of other services on this host, then reload this page.';

/** Rejects a request whose headers are too large, and names the cookies that take the most. */
export function largeHeaders({ raw, headers }: FastifyRequest): Refusal | undefined {
  const bytes = raw.rawHeaders.reduce((sum, text) => sum + text.length + 2, (raw.url ?? '').length);
  if (bytes <= maxBytes) return undefined;
  const { cookie = '' } = headers;
  const isCookies = bytes - cookie.length <= maxBytes;
  if (!isCookies) return { status: 431, sentence, page: pageOf('The headers are too large') };
  const largest = largestCookies(cookie);
  return {
    status: 431,
    sentence: `${sentence}: cookies of other services on this host take ${inKilobytes(cookie.length)}, the largest are ${largest}`,
    page: pageOf('The cookies are too large', `The largest are ${largest}.`, advice),
  };
}

/** The same for a request that's too large to be read. @param packet the part that was received last */
export function unreadablyLargeHeaders(packet: Buffer | undefined): Refusal {
  const text = packet?.toString('latin1') ?? '';
  // A later packet doesn't say what's accepted. Only browsers collect that many cookies.
  const isCall = /^[A-Z]+ \S+ HTTP\//.test(text) && !/^accept:[^\r\n]*text\/html/im.test(text);
  return { status: 431, sentence, ...(!isCall && { page: pageOf('The cookies are too large', advice) }) };
}

/** The names and sizes of the largest cookies. Their values may be secret. */
function largestCookies(cookie: string): string {
  return cookie
    .split(/; */)
    .map((pair) => ({ name: pair.split('=')[0]?.trim().slice(0, 60) ?? '', bytes: pair.length }))
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 3)
    .map(({ name, bytes }) => `${name} (${inKilobytes(bytes)})`)
    .join(', ');
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}

function pageOf(title: string, ...paragraphs: string[]): string {
  const [heading = '', ...rest] = [title, ...paragraphs].map((text) =>
    text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${heading}</title></head><body><h1>${heading}</h1>`,
    ...rest.map((text) => `<p dir="auto">${text}</p>`),
    '</body></html>',
  ].join('\n');
}
