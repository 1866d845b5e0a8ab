import type { RecordedCall } from '../../api/recorder.ts';

/** Path of a call as the service knows it: without the gateway's `/api`. */
export function pathOf({ sent }: RecordedCall): string {
  return sent.address.replace(/^\/api(?=\/)/, '');
}

/** What became of a call, in a word or a number. */
export function statusOf(call: RecordedCall): string {
  if (call.answer) return String(call.answer.status);
  return call.failure === undefined ? 'pending' : 'no response';
}

/** The service's or the gateway's name for a call, where it told one. */
export function requestIdOf(call: RecordedCall): string {
  return call.answer?.headers['x-request-id'] ?? '';
}

/** A body as text: JSON indented, anything else as it came. */
export function textOf(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body, undefined, 2);
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A size in bytes for people. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${number.format(bytes / 1000)} kB` : `${number.format(bytes / 1_000_000)} MB`;
}

/** A duration in milliseconds for people. */
export function timeText(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${number.format(milliseconds / 1000)} s`;
}

const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hour12: false,
});

/** The time of day, to the millisecond. */
export function clockText(at: number): string {
  return clock.format(at);
}

/** How a call went, for its colour; its status says the same in words. */
export function toneOf({ answer, failure }: RecordedCall): 'good' | 'refused' | 'failed' | 'open' {
  if (failure !== undefined) return 'failed';
  if (!answer) return 'open';
  if (answer.status >= 500) return 'failed';
  return answer.status >= 400 ? 'refused' : 'good';
}
