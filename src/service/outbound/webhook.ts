import { createHmac } from 'node:crypto';
import type { RaisedAlert } from '../domain/alerts/alert-ports.ts';
import type { Outbound } from './outbound.ts';

/** Where alerts are sent. */
export interface Webhook {
  url: string;
  /** Signs them, if it's given. */
  secret?: string | undefined;
  outbound: Outbound;
}

/** The header with the signature: `t=<unix time>,v1=<hex HMAC-SHA256 of "t.body">`. */
const signatureHeader = 'X-Palisade-Signature';

interface Sending {
  /** The host of the service that it's about. */
  service: string;
  now: Date;
  /** Aborts it. */
  stopping: AbortSignal;
}

/**
 * Sends an alert: 15 seconds in total, in which its receiver must answer.
 * @throws Error unless it was received: OutboundError, or the status of the response
 */
export async function sendAlert(
  { url, secret, outbound }: Webhook,
  { id, type, at, data }: RaisedAlert,
  { service, now, stopping }: Sending,
): Promise<void> {
  const body = JSON.stringify({ id, type, at: new Date(at).toISOString(), service, data });
  const time = Math.floor(now.getTime() / 1000);
  const sign = (key: string) => createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  const { status } = await outbound.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secret === undefined ? {} : { [signatureHeader]: `t=${time},v1=${sign(secret)}` }),
    },
    body,
    timeoutFactor: 3,
    signal: stopping,
    ignoresBody: true,
  });
  if (status < 200 || status > 299) throw new Error(`${new URL(url).host} returned status ${status}`);
}
