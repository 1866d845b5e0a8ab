import type { RecordedCall } from '../../api/recorder.ts';
import { textOf } from './call-views.ts';

/** What a HAR or a bundle says of the place that it comes from. */
export interface Place {
  origin: string;
  productVersion: string;
}

const pairs = (fields: Iterable<[string, string]>) => [...fields].map(([name, value]) => ({ name, value }));

/** The calls as an HTTP Archive 1.2, oldest first; secrets are redacted as they are in the calls. */
export function toHar(calls: readonly RecordedCall[], { origin, productVersion }: Place) {
  return {
    log: {
      version: '1.2',
      creator: { name: 'Palisade Console', version: productVersion },
      comment: 'Secrets are redacted. Cookies are never visible to the console.',
      pages: [],
      entries: calls
        .filter((call) => call.milliseconds !== undefined)
        .map((call) => toEntry(call, origin))
        .toReversed(),
    },
  };
}

function toEntry(call: RecordedCall, origin: string) {
  const { endpoint, sent, answer, failure, milliseconds = 0 } = call;
  const url = `${origin}${sent.address}`;
  const body = sent.body === undefined ? undefined : JSON.stringify(sent.body);
  const waited = answer?.waited ?? milliseconds;
  const content = textOf(answer?.body);
  return {
    startedDateTime: new Date(call.startedAt).toISOString(),
    time: milliseconds,
    request: {
      method: endpoint.method,
      url,
      // A page is not told which version was spoken.
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(sent.headers)),
      queryString: pairs(new URL(url).searchParams),
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: body } }),
      headersSize: -1,
      bodySize: body === undefined ? 0 : new Blob([body]).size,
    },
    response: {
      // Status 0 is what browsers write for a call without an answer.
      status: answer?.status ?? 0,
      statusText: answer?.statusText ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(answer?.headers ?? {})),
      content: {
        size: answer?.bytes ?? 0,
        mimeType: answer?.headers['content-type'] ?? '',
        ...(content === '' ? {} : { text: content }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: answer?.bytes ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: waited, receive: milliseconds - waited },
    comment: endpoint.summary,
    ...(failure === undefined ? {} : { _error: failure }),
  };
}
