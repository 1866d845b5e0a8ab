import { randomInt } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import type { RejectionCode } from '../../../contract/activity/sign-in-events.ts';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import { addressKey } from '../access/throttle.ts';
import type { Stores } from '../ports.ts';
import type { NewSignInEvent } from './activity-ports.ts';

export type Rejection = Omit<NewSignInEvent, 'rejection'> & {
  code: RejectionCode;
  steps?: readonly SignInStep[] | undefined;
};

/**
 * Records a rejected sign-in, unless its address has just caused very many: strangers must not fill the log.
 * @returns the reference under which administrators find it; undefined if it wasn't recorded
 */
export async function recordRejection(
  stores: Stores,
  now: Date,
  { code, steps = [], ...event }: Rejection,
): Promise<string | undefined> {
  const key = addressKey('rejections', event.address);
  const rules = { free: limits.rejectionsFree, longest: limits.signInDelayMaxSeconds };
  if (await stores.signInFailures.attempt(key, now, rules)) return undefined;
  const reference = newReference();
  await stores.signInEvents.record({ ...event, rejection: { code, reference, steps: steps.map(kept) } });
  return reference;
}

/**
 * A step as it's kept for months: with the compared values and the names of claims, but without other claim values and the
 * provider's complete response.
 */
function kept({ facts, provider_response: response, ...step }: SignInStep): SignInStep {
  const { body: _body, ...words } = response ?? {};
  return {
    ...step,
    facts: step.name === 'username_path' || step.verdict === 'failed' ? facts : [],
    ...(response ? { provider_response: words } : {}),
  };
}

/** Consonants only: never a word, nor a number, and no two are easily confused. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

function newReference(): string {
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
}
