import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import type { FormValues } from '../oidc/fields.ts';
import { repairsOf, type Repair } from '../oidc/repairs.ts';

/** What to change in a provider so that a logged step won't fail again. @param values the provider now */
export function repairsFor(step: SignInStep, values: FormValues): Repair[] {
  const report = {
    published: null,
    id_token_claims: claimsOf(step, 'ID token'),
    userinfo_claims: claimsOf(step, 'UserInfo'),
  };
  return repairsOf(step, report, values);
}

/** The log has only the names of claims. */
function claimsOf({ facts }: SignInStep, source: string): Record<string, true> {
  const names = facts.find(({ label }) => label === `claims of ${source}`)?.value ?? '';
  return Object.fromEntries(
    names
      .split(', ')
      .filter(Boolean)
      .map((name) => [name, true]),
  );
}
