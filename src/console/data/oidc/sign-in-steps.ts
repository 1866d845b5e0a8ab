import type { LastSignInTest, SignInStep } from '../../../contract/oidc/sign-in-tests.ts';

const names: Record<SignInStep['name'], string> = {
  discovery: 'Discovery document',
  authorization_request: 'Authorization request',
  callback: 'Authorization response',
  token_request: 'Token request',
  id_token_claims: 'ID token claims',
  id_token_signature: 'ID token signature',
  userinfo: 'UserInfo response',
  username_path: 'Username expression',
  local_user: 'User',
};

/** A step's title. Other services may report steps that this console doesn't know. */
export function stepName(name: string): string {
  return Object.hasOwn(names, name) ? names[name as SignInStep['name']] : name;
}

/** The step that a sign-in, or a test of one, failed at. */
export function failedStep({ steps }: { steps: readonly SignInStep[] }): SignInStep | undefined {
  return steps.find(({ verdict }) => verdict === 'failed');
}

/** The outcome of a last sign-in test, as in "Failed at ID token claims". */
export function outcomeText({ outcome, failed_step: step }: LastSignInTest): string {
  if (outcome === 'passed') return 'Passed';
  if (outcome === 'unfinished') return "Didn't finish";
  return step === '' ? 'Failed' : `Failed at ${stepName(step)}`;
}

/** Whether a provider was changed after its last sign-in test started. */
export function isOutdated(
  { started_at: at }: LastSignInTest,
  { updated_at }: { updated_at: string },
): boolean {
  return Date.parse(at) < Date.parse(updated_at);
}

/** A provider's last sign-in test for a CSV file, as in "Passed 2026-01-31T12:00:00Z, changed since". */
export function lastTestText(test: LastSignInTest | undefined, op: { updated_at: string }): string {
  if (!test) return 'Not tested';
  return `${outcomeText(test)} ${test.started_at}${isOutdated(test, op) ? ', changed since' : ''}`;
}
