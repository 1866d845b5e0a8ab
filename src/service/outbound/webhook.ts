import { createHash, createHmac } from 'node:crypto';
import { unescape } from 'node:querystring';
import { parseRetryAfter } from '../../contract/retry-after.ts';
import type { Message, Outcome } from '../domain/alerts/alert-ports.ts';
import type { Destination } from '../domain/alerts/delivery.ts';
import { OutboundError } from './outbound-error.ts';
import type { Outbound } from './outbound.ts';
import { readable } from './relying-party/provider-response.ts';

export interface Webhook {
  /** One URL, or several separated by spaces. */
  url: string;
  /** Signs them, if it's given. */
  secret?: string | undefined;
  outbound: Outbound;
}

/** Several URLs, separated by spaces. */
export const urlsIn = (text: string) => [...new Set(text.trim().split(/\s+/))];

const maxAnswer = 200;

/** What's posted, by the fragment of the URL: chats refuse, or lose, what they don't know. */
const bodies: Readonly<Record<string, (message: Omit<Message, 'attempt'>) => object>> = {
  '': (message) => message,
  '#chat': ({ text }) => ({ text }),
  '#teams': ({ text }) => {
    const content = { type: 'AdaptiveCard', version: '1.2', body: [{ type: 'TextBlock', text, wrap: true }] };
    return {
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
    };
  },
};

export const isKindOfBody = (fragment: string) => Object.hasOwn(bodies, fragment);

/** The destinations of a webhook, named after their hosts. */
export function destinationsOf(webhook: Webhook): Destination[] {
  const urls = urlsIn(webhook.url).map((url) => new URL(url));
  return urls.map((url, index) => ({
    key: createHash('sha256').update(url.href).digest('hex'),
    name: urls.filter(({ host }) => host === url.host).length > 1 ? `${url.host} (${index + 1})` : url.host,
    send: (message, now, stopping) => sendAlert({ ...webhook, url }, message, now, stopping),
  }));
}

/** Sends an alert: 15 seconds in total, in which its receiver must answer. */
async function sendAlert(
  { url, secret, outbound }: Omit<Webhook, 'url'> & { url: URL },
  { attempt, ...message }: Message,
  now: Date,
  stopping?: AbortSignal,
): Promise<Outcome> {
  const body = JSON.stringify(bodies[url.hash]?.(message));
  const time = Math.floor(now.getTime() / 1000);
  const sign = (key: string) => createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  try {
    const { status, headers, ...response } = await outbound.fetch(url.href, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'X-Palisade-Delivery': message.id,
        'X-Palisade-Attempt': String(attempt),
        ...(secret === undefined ? {} : { 'X-Palisade-Signature': `t=${time},v1=${sign(secret)}` }),
      },
      body,
      timeoutFactor: 3,
      ...(stopping ? { signal: stopping } : {}),
      ignoresBody: true,
    });
    const type = headers.get('content-type') ?? '';
    const words = readable(Buffer.from(response.body).toString(), type, secretsIn(url, secret));
    return {
      received: status >= 200 && status <= 299,
      status,
      answer: words.replace(/\s+/g, ' ').slice(0, maxAnswer) || null,
      retryAfter: parseRetryAfter(headers.get('retry-after'), headers.get('date'), now.getTime()),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { received: false, status: null, answer: error.message.replaceAll(url.host, 'The receiver') };
  }
}

/** What an answer may repeat of a URL, which usually contains a secret: its path and query, and longer parts of them. */
function secretsIn(url: URL, secret = ''): string[] {
  const parts = [...url.pathname.split('/'), ...url.search.split(/[?&=]/)].filter((part) =>
    /.{8}|\d/.test(part),
  );
  const found = [url.href, url.pathname + url.search, url.pathname, url.search, ...parts, secret];
  return found.flatMap((text) => [text, unescape(text)]);
}
