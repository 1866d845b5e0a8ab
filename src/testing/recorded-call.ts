import type { Endpoint } from '../contract/endpoint.ts';
import type { RecordedCall } from '../console/api/recorder.ts';

interface Parts {
  address?: string;
  sent?: unknown;
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A call as the recorder keeps it, with secrets already removed. */
export function recordedCall(endpoint: Endpoint, parts: Parts = {}): RecordedCall {
  const { address = `/api${endpoint.path.replaceAll(/:\w+/g, '7')}`, sent, status = 200, body } = parts;
  const contentType = { 'Content-Type': 'application/json' };
  return {
    id: 1,
    endpoint,
    sent: { address, headers: { Accept: 'application/json', ...(sent ? contentType : {}) }, body: sent },
    page: '/groups',
    startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
    milliseconds: 42,
    response: {
      status,
      statusText: '',
      headers: { 'content-type': 'application/json', 'x-request-id': 'abc-1', ...parts.headers },
      body,
      bytes: body === undefined ? 0 : JSON.stringify(body).length,
    },
  };
}
