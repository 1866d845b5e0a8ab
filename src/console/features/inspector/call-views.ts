import type { RecordedCall } from '../../api/recorder.ts';
import { formatTime } from '../../lib/preferences/zoned-time.ts';

/** A call's path at the service, without the gateway's `/api`. */
export function pathOf({ sent }: RecordedCall): string {
  return sent.address.replace(/^\/api(?=\/)/, '');
}

/** A call's status as text. */
export function statusOf(call: RecordedCall): string {
  if (call.response) return String(call.response.status);
  return call.failure === undefined ? 'pending' : 'no response';
}

/** The request ID; empty if the response has none. */
export function requestIdOf(call: RecordedCall): string {
  return call.response?.headers['x-request-id'] ?? '';
}

/** A body as text: JSON indented, anything else unchanged. */
export function textOf(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body, undefined, 2);
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Formats a number of bytes. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${number.format(bytes / 1000)} kB` : `${number.format(bytes / 1_000_000)} MB`;
}

/** Formats a number of milliseconds. */
export function timeText(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${number.format(milliseconds / 1000)} s`;
}

const clock = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
} as const;

/** Formats the time of day, with milliseconds. */
export function clockText(at: number): string {
  return formatTime(at, clock);
}

/** What kind of status a call has, as its filter and its colour. */
export function statusClassOf({
  response,
  failure,
}: RecordedCall): '2xx' | '4xx' | '5xx' | 'none' | 'pending' {
  if (!response) return failure === undefined ? 'pending' : 'none';
  if (response.status >= 500) return '5xx';
  return response.status >= 400 ? '4xx' : '2xx';
}
