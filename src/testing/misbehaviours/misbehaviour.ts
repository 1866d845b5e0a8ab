import type { JWTPayload } from 'jose';
import type { Behaviour, MisbehavingProvider, ProviderResponse } from '../misbehaving-provider.ts';

/** Makes a provider misbehave. */
export type Misbehave = (provider: MisbehavingProvider) => Behaviour | Promise<Behaviour>;

/**
 * A fault, the error code that the sign-in page gets, the step at which a sign-in test stops, and what that step says: its message,
 * expected and actual values and repair, separated by spaces.
 */
export type Misbehaviour = [
  what: string,
  error: string,
  step: string,
  misbehave: Misbehave,
  says: RegExp | undefined,
];

/** Faults that stop a sign-in test at one step, by error code. */
export function faultsAt(
  step: string,
  faults: Readonly<Record<string, readonly [what: string, misbehave: Misbehave, says?: RegExp][]>>,
): Misbehaviour[] {
  return Object.entries(faults).flatMap(([error, some]) =>
    some.map(([what, misbehave, says]): Misbehaviour => [what, error, step, misbehave, says]),
  );
}

/** A time some minutes from now, in seconds since the epoch. */
export const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;

export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider that changes claims of the ID token; undefined removes one. */
export const claims =
  (change: object | ((good: JWTPayload) => object)): Misbehave =>
  () => ({ claims: (good) => ({ ...good, ...(typeof change === 'function' ? change(good) : change) }) });

/** A provider that publishes more metadata. */
export const metadata =
  (more: object): Misbehave =>
  () => ({ metadata: (good) => ({ body: { ...good, ...more } }) });

/** A provider that returns this from its key endpoint. */
export const keys =
  (response: ProviderResponse): Misbehave =>
  () => ({ keys: () => response });

/** A provider that returns this from its token endpoint. */
export const token =
  (response: ProviderResponse): Misbehave =>
  () => ({ token: () => response });

/** A provider that changes properties of the token response; undefined removes one. */
export const tokenBody =
  (change: object): Misbehave =>
  () => ({ token: (good) => ({ body: { ...good, ...change } }) });

/** A provider that redirects back with these parameters besides the state. */
export const callback =
  (parameters: Record<string, string>): Misbehave =>
  () => ({ callback: ({ state = '' }) => ({ state, ...parameters }) });
