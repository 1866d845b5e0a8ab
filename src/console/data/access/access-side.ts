import { useQuery } from '@tanstack/react-query';
import { roleIdOf } from '../../../contract/access/roles.ts';
import { userIdOf } from '../../../contract/access/users.ts';
import { useSession } from '../session/use-session.ts';
import { accessRoleOf, type AccessRole } from './model.ts';
import { roleRecords, rolesOfUserQuery } from './roles.ts';
import { userRecords } from './users.ts';
import { ifAsked } from '../../api/retries.ts';
import { queryClient } from '../../query-client.ts';

/** The roles of one side of a comparison, once loaded. */
export interface SideState {
  title: string;
  /** Path of the user's own group; absent for a role, or if it isn't known. */
  ownGroup?: string | undefined;
  roles: readonly AccessRole[];
  loading: boolean;
  problem: unknown;
  /** Loads what couldn't be loaded. */
  retry?: (() => void) | undefined;
  /** How many of the user's roles aren't visible. */
  hidden: number;
}

/** @param side `me`, or the path of a user or a role */
export function useSide(side: string): SideState {
  const { user: me } = useSession();
  const isUser = userIdOf(side) !== undefined;
  const user = useQuery({ ...userRecords.query(side), enabled: isUser });
  const held = user.data?.role_resources ?? [];
  const ofUser = useQuery({ ...rolesOfUserQuery(side), enabled: isUser });
  const role = useQuery({ ...roleRecords.query(side), enabled: roleIdOf(side) !== undefined, ...ifAsked });
  if (side === 'me') {
    const ownGroup = me.group.group_resource || undefined;
    return { ...settled, title: me.login || 'You', ownGroup, roles: me.roles.map(accessRoleOf) };
  }
  if (!isUser) {
    const isRole = roleIdOf(side) !== undefined;
    return {
      ...settled,
      title: role.data?.name ?? side,
      roles: role.data ? [accessRoleOf(role.data)] : [],
      loading: role.isLoading,
      problem:
        role.error ?? (isRole || side === '' ? undefined : new Error('This is neither a user nor a role.')),
      retry: isRole ? () => void role.refetch() : undefined,
    };
  }
  const found = (ofUser.data ?? []).filter((each) => held.includes(each.path));
  const missing = held.length - found.length;
  return {
    title: user.data?.login ?? side,
    ownGroup: user.data?.group_resource || undefined,
    roles: found,
    // Roles that are missing may have been assigned since: only the response shows whether they're hidden.
    loading: user.isPending || ofUser.isLoading || (ofUser.isFetching && missing > 0),
    problem: user.error ?? ofUser.error ?? undefined,
    retry: () => void Promise.all([user.error && user.refetch(), ofUser.error && ofUser.refetch()]),
    hidden: ofUser.isFetching || ofUser.error ? 0 : missing,
  };
}

/** Starts loading a side. @returns resolves when it's loaded, or can't be */
export function prefetchSide(side: string): Promise<unknown> {
  const isUser = userIdOf(side) !== undefined;
  return Promise.all([
    isUser && queryClient.prefetchQuery(userRecords.query(side)),
    isUser && queryClient.prefetchQuery(rolesOfUserQuery(side)),
    roleIdOf(side) !== undefined && queryClient.prefetchQuery(roleRecords.query(side)),
  ]);
}

const settled = { loading: false, problem: undefined, hidden: 0 };
