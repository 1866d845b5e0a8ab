import type { FastifyRequest } from 'fastify';
import type { Refusal } from './refusal.ts';
import { refusalPage } from './refusal-page.ts';

/** Of a request that's served; Node's default. */
const maxBytes = 16 * 1024;
/** The most headers of a request; Node's default, which drops the others without a word. */
const maxCount = 1_000;
/** Of a request that's read, so that one with large cookies gets an explanation. */
export const maxReadBytes = 64 * 1024;

const sentence = 'the headers are too large';
const advice =
  'Browsers send the cookies of every service on a host, regardless of its port. Delete those of other services on this host, then reload this page.';

/** Rejects a request whose headers are too large or too many, and names the cookies that take the most. */
export function largeHeaders({ raw, headers }: FastifyRequest): Refusal | undefined {
  if (raw.rawHeaders.length > 2 * maxCount)
    return { status: 431, sentence: `there are more than ${maxCount} headers` };
  const bytes = raw.rawHeaders.reduce((sum, text) => sum + text.length + 2, (raw.url ?? '').length);
  if (bytes <= maxBytes) return undefined;
  const { cookie = '' } = headers;
  const isCookies = bytes - cookie.length <= maxBytes;
  if (!isCookies) return { status: 431, sentence, page: refusalPage('The headers are too large', []) };
  const largest = largestCookies(cookie);
  return {
    status: 431,
    sentence: `${sentence}: cookies of other services on this host take ${inKilobytes(cookie.length)}, the largest are ${largest}`,
    page: refusalPage('The cookies are too large', [`The largest are ${largest}.`, advice]),
  };
}

/** The same for a request that's too large to be read. @param packet the part that was received last */
export function unreadablyLargeHeaders(packet: Buffer | undefined): Refusal {
  const text = packet?.toString('latin1') ?? '';
  // A later packet doesn't say what's accepted. Only browsers collect that many cookies.
  const isFirst = /^[A-Z]+ \S+ HTTP\//.test(text);
  const isBrowser = isFirst ? /^accept:[^\r\n]*text\/html/im.test(text) : /; *[^\s;="]+=/.test(text);
  return {
    status: 431,
    sentence,
    ...(isBrowser && { page: refusalPage('The cookies are too large', [advice]) }),
  };
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
