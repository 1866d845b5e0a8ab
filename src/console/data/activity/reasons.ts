import type { RejectionCode } from '../../../contract/activity/sign-in-events.ts';
import { signInCauses } from '../../../contract/oidc/sign-in-causes.ts';

const reasons = {
  ...signInCauses,
  wrong_password: { reason: 'Wrong password' },
  expired_key: { reason: 'API key expired' },
  no_password: { reason: 'User has no password' },
} satisfies Record<RejectionCode, { reason: string }>;

/** Why a sign-in was rejected, in a few words. */
export function reasonOf(code: RejectionCode): string {
  // A newer service may have other codes.
  return Object.hasOwn(reasons, code) ? reasons[code].reason : code;
}
