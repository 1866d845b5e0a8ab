import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import type { LastSignInTest } from '../../../../contract/oidc/sign-in-tests.ts';
import type { Filter } from '../../../ui/data-table/list-state.ts';

/**
 * The filters of the provider list.
 * @param lastTests by the provider's path; missing or null if the service doesn't list them
 */
export function providerFilters(
  lastTests: ReadonlyMap<string, LastSignInTest> | null | undefined,
): readonly Filter<OidcOp>[] {
  const signOut: Filter<OidcOp> = {
    id: 'sign_out',
    label: 'Sign-out',
    options: [
      { value: 'local', label: 'Offered' },
      { value: 'none', label: 'Not offered' },
    ],
    valuesOf: ({ logout_method: method }) => [method],
  };
  if (!lastTests) return [signOut];
  const lastTest: Filter<OidcOp> = {
    id: 'last_test',
    label: 'Last test',
    options: [
      { value: 'passed', label: 'Passed' },
      { value: 'failed', label: 'Failed' },
      { value: 'unfinished', label: 'Unfinished' },
      { value: 'none', label: 'Not tested' },
    ],
    valuesOf: ({ resource }) => [lastTests.get(resource)?.outcome ?? 'none'],
  };
  return [lastTest, signOut];
}
