/** A service that asks for more is asked again after this time. */
const mostSeconds = 24 * 60 * 60;

/**
 * How long a service asks to wait, from `Retry-After` (RFC 9110 section 10.2.3): seconds or a date.
 * @param sentAt the response's `Date`, because the service's clock may differ from ours
 * @param now our time, for a response without one
 * @returns seconds, at most a day; 0 for a date in the past, undefined for anything else
 */
export function parseRetryAfter(
  retryAfter: string | null | undefined,
  sentAt: string | null | undefined,
  now = Date.now(),
): number | undefined {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), mostSeconds);
  // As in "Sun, 06 Nov 1994 08:49:37 GMT": other texts, such as "-1", are dates to some browsers.
  if (!/^[a-z]{3,9}, .*\d{2}:\d{2}:\d{2}/i.test(text)) return undefined;
  const until = Date.parse(text);
  const sent = Date.parse(sentAt ?? '');
  const seconds = Math.ceil((until - (Number.isNaN(sent) ? now : sent)) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), mostSeconds);
}

/** How long to wait before something that failed is tried again, in milliseconds: twice as long each time, at most 30 s. */
export function backOff(failures: number, first = 500): number {
  return Math.min(first * 2 ** failures, 30_000);
}
