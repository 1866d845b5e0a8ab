import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isReported, type CompleteUser } from '../../../data/service/records.ts';
import { rolesQuery } from '../../../data/access/roles.ts';
import { oidcLoginsQuery } from '../../../data/session/queries.ts';
import type { Filter } from '../../../ui/data-table/list-state.ts';
import { currentTime } from '../../../lib/clock.ts';

const none = 'none';
const password = 'password';
const former = 'former';
const recentDays = 30;

/** The filters of the list of users. */
export function useUserFilters(): readonly Filter<CompleteUser>[] {
  const { data } = useQuery(rolesQuery());
  const providers = useProviderFilter();
  return useMemo(
    () => [
      {
        id: 'last_sign_in',
        label: 'Last sign-in',
        options: [
          { value: 'recent', label: `In the last ${recentDays} days` },
          { value: 'earlier', label: 'Longer ago' },
          { value: 'never', label: 'Never' },
        ],
        valuesOf: (user) => {
          if (user.last_sign_in_at) return [sinceSignIn(user.last_sign_in_at)];
          return isReported(user, 'last_sign_in_at') ? ['never'] : [];
        },
      },
      {
        id: 'password',
        label: 'Password',
        options: [
          { value: 'set', label: 'Set' },
          { value: none, label: 'None' },
        ],
        valuesOf: (user) => ('has_password' in user ? [user.has_password ? 'set' : none] : []),
      },
      {
        id: 'role',
        label: 'Role',
        options: [
          ...(data?.roles ?? []).map(({ path, name }) => ({ value: path, label: name })),
          { value: none, label: 'No role' },
        ],
        valuesOf: (user) => {
          const { role_resources: roles } = user;
          return roles.length === 0 && isReported(user, 'role_resources') ? [none] : roles;
        },
      },
      ...providers,
    ],
    [data, providers],
  );
}

/** By what users last signed in with; none if there are no providers, as far as the service says. */
function useProviderFilter(): readonly Filter<CompleteUser>[] {
  const { data, isPending } = useQuery(oidcLoginsQuery());
  return useMemo(() => {
    const providers = data ?? [];
    if (providers.length === 0 && !isPending) return [];
    return [
      {
        id: 'provider',
        label: 'Last signed in with',
        options: [
          { value: password, label: 'Password' },
          ...providers.map(({ oidc_op_resource: path, name }) => ({ value: path, label: name })),
          { value: former, label: 'Deleted or renamed provider' },
        ],
        // The service reports the name that the provider had.
        valuesOf: ({ last_sign_in_via: via }) => {
          if (via === '' || via === password) return [via];
          const named = providers.filter(({ name }) => name === via);
          return named.length === 0 ? [former] : named.map(({ oidc_op_resource: path }) => path);
        },
      },
    ];
  }, [data, isPending]);
}

function sinceSignIn(at: string): string {
  const days = (currentTime() - Date.parse(at)) / 86_400_000;
  return days <= recentDays ? 'recent' : 'earlier';
}
