import { SimpleGrid, Box } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isUnavailable } from '../../../client/errors.ts';
import { countQuery } from '../../data/counts/counts.ts';
import { oidcOpsQuery } from '../../data/oidc/providers.ts';
import { polled } from '../../api/retries.ts';
import { useRights } from '../../data/service/rights.ts';
import { formatNumber } from '../../lib/text.ts';
import { newestChangesQuery } from '../../data/activity/logs.ts';
import { weekGrowth, type Growth } from './week-changes.ts';
import classes from './overview.module.css';

const kinds = [
  { kind: 'groups', to: '/groups', one: 'group' },
  { kind: 'providers', to: '/oidc', one: 'provider' },
  { kind: 'users', to: '/access/users', one: 'user' },
  { kind: 'roles', to: '/access/roles', one: 'role' },
] as const;

interface CountLinksProps {
  counts: Counts;
  growth?: Growth | undefined;
}

/** How many records of each kind there are, and how many more than a week ago, with links to their lists. */
export function CountLinks({ counts, growth = {} }: CountLinksProps) {
  const shown = kinds.filter(({ kind }) => counts[kind] !== undefined);
  if (shown.length === 0) return null;
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 2, sm: shown.length }}
      spacing={12}
      p={0}
      m={0}
      aria-label="Records"
    >
      {shown.map(({ kind, to, one }) => (
        <li key={kind} className="plain">
          <Link to={to} className={classes.count}>
            <strong>{numberOf(counts[kind])}</strong> <span>{counts[kind] === 1 ? one : `${one}s`}</span>
            {growth[kind] ? (
              <Box component="span" c={growth[kind] > 0 ? 'var(--accent)' : 'inherit'}>
                {' '}
                {signed.format(growth[kind])} this week
              </Box>
            ) : null}
          </Link>
        </li>
      ))}
    </SimpleGrid>
  );
}

const signed = new Intl.NumberFormat('en', { signDisplay: 'always' });

/** A count as text: "1,204". */
function numberOf(value: Count): string {
  if (value === 'unknown') return '–';
  return typeof value === 'number' ? formatNumber(value) : '…';
}

/** A number of records; undefined if the service or the user's roles don't offer them. */
export type Count = number | 'loading' | 'unknown' | undefined;

/** The number of records of each kind. */
export type Counts = Record<'groups' | 'providers' | 'users' | 'roles', Count>;

/** How many more records there are than a week ago, as far as the log of changes says. */
export function useGrowth(isEnabled: boolean): Growth | undefined {
  return useQuery({
    ...newestChangesQuery(),
    ...polled,
    enabled: isEnabled,
    select: ({ entries }) => weekGrowth(entries),
  }).data;
}

/** Counts the records that the user can read. */
export function useCounts(): Counts {
  const can = useRights();
  const groups = useQuery({ ...countQuery('groups'), ...polled, enabled: can.groups });
  const users = useQuery({ ...countQuery('users'), ...polled, enabled: can.users });
  const roles = useQuery({ ...countQuery('roles'), ...polled, enabled: can.roles });
  const providers = useQuery({
    ...oidcOpsQuery,
    ...polled,
    enabled: can.providers,
    select: ({ total }) => total,
  });
  return {
    groups: can.groups ? countOf(groups) : undefined,
    providers: can.providers ? countOf(providers) : undefined,
    users: can.users ? countOf(users) : undefined,
    roles: can.roles ? countOf(roles) : undefined,
  };
}

function countOf({ data, error }: UseQueryResult<number>): Count {
  if (data !== undefined) return data;
  if (!error) return 'loading';
  return isUnavailable(error) ? undefined : 'unknown';
}
