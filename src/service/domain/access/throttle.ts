import ipaddr from 'ipaddr.js';
import { limits } from '../../../contract/limits.ts';
import type { Stores } from '../ports.ts';
import { Problem } from '../problem.ts';

/**
 * Counts an attempt by its key, or rejects it: starting with the last `free` one, each attempt doubles the wait for the
 * next, up to a minute; one is forgotten every minute, nothing is ever locked permanently, and rejected attempts don't
 * extend the wait.
 * @param what there was too much of, for the error
 * @throws Problem 429 with `Retry-After`
 */
export async function throttle(
  stores: Stores,
  key: string,
  free: number,
  now: Date,
  what: string,
): Promise<void> {
  const rules = { free, longest: limits.signInDelayMaxSeconds };
  const blockedUntil = await stores.signInFailures.attempt(key, now, rules);
  if (!blockedUntil) return;
  const seconds = Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000));
  const unit = seconds === 1 ? 'second' : 'seconds';
  throw new Problem(429, [`${what}: wait ${seconds} ${unit} and try again`], {
    'Retry-After': String(seconds),
  });
}

/**
 * The key of attempts from an address: the IPv4 address, or the /64 of an IPv6 address, all of which a single
 * host may own (RFC 6177).
 */
export function addressKey(kind: 'address' | 'oidc' | 'rejections', address: string): string {
  if (!ipaddr.isValid(address)) return `${kind}:${address}`;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${kind}:${parsed.toString()}`;
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${kind}:${network.join(':')}::/64`;
}
