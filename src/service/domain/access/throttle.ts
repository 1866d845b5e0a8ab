import ipaddr from 'ipaddr.js';
import { limits } from '../../../contract/limits.ts';
import type { Stores } from '../ports.ts';
import { Problem } from '../problem.ts';

/**
 * Counts an attempt of a subject, or refuses it: from the last of the `free` ones on, each doubles the wait for the
 * next, up to a minute; every minute one is forgotten, nothing is ever locked for good, and what is refused does not
 * lengthen the wait.
 * @param what there was too much of, for the refusal
 * @throws Problem 429 with `Retry-After`
 */
export async function throttle(
  stores: Stores,
  subject: string,
  free: number,
  now: Date,
  what: string,
): Promise<void> {
  const rules = { free, longest: limits.signInDelayMaxSeconds };
  const blockedUntil = await stores.signInFailures.attempt(subject, now, rules);
  if (!blockedUntil) return;
  const seconds = Math.max(1, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000));
  const unit = seconds === 1 ? 'second' : 'seconds';
  throw new Problem(429, [`${what}: wait ${seconds} ${unit} and try again`], {
    'Retry-After': String(seconds),
  });
}

/**
 * What attempts from an address are counted by: an IPv4 address, or the /64 of an IPv6 one, all of which a single
 * host may have (RFC 6177).
 */
export function addressSubject(kind: 'address' | 'oidc', address: string): string {
  if (!ipaddr.isValid(address)) return `${kind}:${address}`;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${kind}:${parsed.toString()}`;
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${kind}:${network.join(':')}::/64`;
}
