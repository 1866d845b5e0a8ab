import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from './config.ts';
import type { Refusal } from './requests/refusal.ts';

/** Headers that reverse proxies add. */
const forwarding = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

type MetricsConfig = Pick<Config, 'METRICS_TOKEN' | 'TRUST_PROXY' | 'PUBLIC_URL'>;

/** Why a request can't read the metrics: programs on this machine can, others only with `METRICS_TOKEN`. */
export function metricsRefusal(request: FastifyRequest, config: MetricsConfig): Refusal | undefined {
  if (isLocal(request, config)) return undefined;
  const token = config.METRICS_TOKEN;
  if (token === undefined) {
    const sentence =
      'metrics are open to programs on this machine only: set METRICS_TOKEN to read them elsewhere';
    return { status: 403, sentence };
  }
  const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given !== undefined && isEqual(given, token)) return undefined;
  const sentence = 'Authorization: must be Bearer and the METRICS_TOKEN of this gateway';
  return { status: 401, sentence, headers: { 'WWW-Authenticate': 'Bearer' } };
}

/**
 * Whether the request comes from a program on this machine, by the connection's address. A reverse proxy on this machine has
 * a loopback address too, but is recognized by the settings, its headers, the host it passes on, or HTTP/1.0,
 * which nginx uses by default.
 */
function isLocal(request: FastifyRequest, { TRUST_PROXY, PUBLIC_URL }: MetricsConfig): boolean {
  const behindProxy =
    TRUST_PROXY !== undefined || (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname));
  return (
    !behindProxy &&
    request.raw.httpVersion !== '1.0' &&
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopback(request.hostname) &&
    !Object.keys(request.headers).some((name) => forwarding.test(name))
  );
}

function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (/^(.+\.)?localhost$/.test(plain)) return true;
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback';
}

/** Compares in constant time, regardless of length. */
function isEqual(given: string, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(given), digest(token));
}
