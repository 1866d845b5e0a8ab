import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { isUnavailable } from '../../api/errors.ts';
import { countQuery } from '../../data/counts/counts.ts';
import { oidcOpsQuery } from '../../data/oidc/providers.ts';
import type { RecordCount } from '../../data/counts/count-records.ts';
import { polled } from '../../api/polling.ts';
import { useRights } from '../../data/service/rights.ts';

/** A number of records; undefined if the service or the user's roles don't offer them. */
export type Count = RecordCount | 'loading' | 'unknown' | undefined;

/** The number of records of each kind. */
export type Counts = Record<'groups' | 'providers' | 'users' | 'roles', Count>;

/** Counts the records that the user can read. */
export function useCounts(): Counts {
  const can = useRights();
  const groups = useQuery({ ...countQuery('groups'), ...polled, enabled: can.groups });
  const users = useQuery({ ...countQuery('users'), ...polled, enabled: can.users });
  const roles = useQuery({ ...countQuery('roles'), ...polled, enabled: can.roles });
  const providers = useQuery({
    ...oidcOpsQuery(),
    ...polled,
    enabled: can.providers,
    select: ({ total }) => ({ count: total, exact: true }),
  });
  return {
    groups: can.groups ? countOf(groups) : undefined,
    providers: can.providers ? countOf(providers) : undefined,
    users: can.users ? countOf(users) : undefined,
    roles: can.roles ? countOf(roles) : undefined,
  };
}

function countOf({ data, error }: UseQueryResult<RecordCount>): Count {
  if (data) return data;
  if (!error) return 'loading';
  return isUnavailable(error) ? undefined : 'unknown';
}
