import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { groupIdOf } from '../../../contract/groups/groups.ts';
import { roleIdOf } from '../../../contract/access/roles.ts';
import { useSession } from '../../data/session/use-session.ts';
import { useGroupDirectory } from './group-directory.ts';
import { Name } from '../../ui/name.tsx';

/** The name of a group; leads to it where the user may see it. */
export function GroupLink({ path, name }: { path: string; name?: string }) {
  const groups = useGroupDirectory();
  const { holdsOn } = useSession();
  const id = groupIdOf(path);
  const words = name ?? groups.nameOf(path);
  if (id === undefined || !holdsOn('group', 'ro', groups.chainOf(path).paths)) return <Name>{words}</Name>;
  return (
    <Link to="/groups/$groupId" params={{ groupId: String(id) }}>
      <Name>{words}</Name>
    </Link>
  );
}

/** The name of a role; leads to it where the user may see roles. */
export function RoleLink({ path, name }: { path: string; name: string }) {
  const { holds } = useSession();
  const id = roleIdOf(path);
  if (id === undefined || !holds('group_admin', 'ro')) return <Name>{name}</Name>;
  return (
    <Link to="/access/roles/$roleId" params={{ roleId: String(id) }}>
      <Name>{name}</Name>
    </Link>
  );
}

/** "EMEA and below, Americas and below", each leading to its group, or that there are none. */
export function ReachLinks({ groups }: { groups: readonly string[] }) {
  if (groups.length === 0) return 'no group';
  return groups.map((path, index) => (
    <Fragment key={path}>
      {index > 0 && ', '}
      <GroupLink path={path} /> and below
    </Fragment>
  ));
}
