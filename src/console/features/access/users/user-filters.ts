import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CompleteUser } from '../../../data/service/records.ts';
import { rolesQuery } from '../../../data/access/roles.ts';
import type { Filter } from '../../../ui/data-table/list-state.ts';
import { currentTime } from '../../../lib/clock.ts';

const none = 'none';
const recentDays = 30;

/** The filters of the list of users. */
export function useUserFilters(): readonly Filter<CompleteUser>[] {
  const { data } = useQuery(rolesQuery());
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
        valuesOf: ({ last_sign_in_at: at }) => [at ? sinceSignIn(at) : 'never'],
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
        valuesOf: ({ role_resources: roles }) => (roles.length === 0 ? [none] : roles),
      },
    ],
    [data],
  );
}

function sinceSignIn(at: string): string {
  const days = (currentTime() - Date.parse(at)) / 86_400_000;
  return days <= recentDays ? 'recent' : 'earlier';
}
