import type { JWTPayload } from 'jose';
import type { Behaviour, MisbehavingProvider } from '../misbehaving-provider.ts';

/**
 * A fault, the error code that the sign-in page gets, the step at which a sign-in test stops, and what that step says: its message,
 * expected and actual values and repair, separated by spaces.
 */
export type Misbehaviour = [
  what: string,
  error: string,
  step: string,
  behaviour: (provider: MisbehavingProvider) => Behaviour | Promise<Behaviour>,
  says?: RegExp,
];

/** A time some minutes from now, in seconds since the epoch. */
export const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;

export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const without = <Value extends object>(value: Value, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));

/** A provider that changes the ID token's claims. */
export const claims =
  (change: (good: JWTPayload) => JWTPayload): Misbehaviour[3] =>
  () => ({ claims: change });

/** A provider whose token endpoint returns this. */
export const tokenError =
  (status: number, body: unknown, headers: Record<string, string> = {}): Misbehaviour[3] =>
  () => ({ token: () => ({ status, body, headers }) });
