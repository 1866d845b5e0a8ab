import type { RecordedCall } from '../../api/recorder.ts';
import { textOf } from './call-views.ts';

/** Where the calls were recorded. */
export interface Source {
  origin: string;
  productVersion: string;
}

const pairs = (fields: Iterable<[string, string]>) => [...fields].map(([name, value]) => ({ name, value }));

/** The calls as an HTTP Archive 1.2, oldest first; secrets stay redacted. */
export function toHar(calls: readonly RecordedCall[], { origin, productVersion }: Source) {
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
  const { endpoint, sent, response, failure, milliseconds = 0 } = call;
  const url = `${origin}${sent.address}`;
  const body = sent.body === undefined ? undefined : JSON.stringify(sent.body);
  const waited = response?.waited ?? milliseconds;
  const content = textOf(response?.body);
  return {
    startedDateTime: new Date(call.startedAt).toISOString(),
    time: milliseconds,
    request: {
      method: endpoint.method,
      url,
      // Browsers don't reveal the version.
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(sent.headers)),
      queryString: pairs(new URL(url).searchParams),
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: body } }),
      headersSize: -1,
      bodySize: body === undefined ? 0 : new Blob([body]).size,
    },
    response: {
      // Browsers export status 0 for a call without a response.
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(Object.entries(response?.headers ?? {})),
      content: {
        size: response?.bytes ?? 0,
        mimeType: response?.headers['content-type'] ?? '',
        ...(content === '' ? {} : { text: content }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: response?.bytes ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: waited, receive: milliseconds - waited },
    comment: endpoint.summary,
    ...(failure === undefined ? {} : { _error: failure }),
  };
}
