import type { Misbehave as MisbehaveOf, ProviderResponse } from '../../demo/provider/behaviour.ts';
import type { MisbehavingProvider } from '../misbehaving-provider.ts';

/** Makes the test provider misbehave. */
export type Misbehave = MisbehaveOf<MisbehavingProvider>;

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

export const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

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
