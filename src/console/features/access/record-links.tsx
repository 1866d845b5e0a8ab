import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { groupIdOf } from '../../../contract/groups/groups.ts';
import { roleIdOf } from '../../../contract/access/roles.ts';
import type { AccessRole } from '../../data/access/model.ts';
import { useSession } from '../../data/session/use-session.ts';
import { useGroupDirectory } from '../../data/groups/group-directory.tsx';
import { Name } from '../../ui/name.tsx';
import { noGroupText } from './feature-meanings.ts';
import { RecordLockMark } from '../../data/jobs/record-lock.tsx';
import { MenuLink } from '../../ui/links/links.tsx';

/** A group's name, as a link if the user can view the group. */
export function GroupLink({ path, name }: { path: string; name?: string }) {
  const groups = useGroupDirectory();
  const { holdsOn } = useSession();
  const id = groupIdOf(path);
  const text = name ?? groups.nameOf(path);
  if (id === undefined || !holdsOn('group', 'ro', groups.chainOf(path).paths)) return <Name>{text}</Name>;
  return (
    <Link to="/groups/$groupId" params={{ groupId: String(id) }}>
      <Name>{text}</Name>
    </Link>
  );
}

/** A role's name, as a link if the user can view it. */
export function RoleLink({ path, name }: { path: string; name: string | undefined }) {
  const { holds } = useSession();
  const id = roleIdOf(path);
  if (name === undefined)
    return (
      <span className="muted">
        a role you can't view (<Name>{path}</Name>)
      </span>
    );
  if (id === undefined || !holds('group_admin', 'ro')) return <Name>{name}</Name>;
  return (
    <Link to="/access/roles/$roleId" params={{ roleId: String(id) }}>
      <Name>{name}</Name>
    </Link>
  );
}

/** "EMEA and its subgroups, Americas and its subgroups", each as a link; or `noGroupText`. */
export function CoveredGroupLinks({ role }: { role: AccessRole }) {
  const { groups } = role;
  if (groups.length === 0) return noGroupText(role);
  return groups.map((path, index) => (
    <Fragment key={path}>
      {index > 0 && ', '}
      <GroupLink path={path} /> and its subgroups
    </Fragment>
  ));
}

function pageOf(path: string): string {
  return `/access${path}`;
}

interface RecordCellProps {
  path: string;
  name: string | undefined;
  /** What distinguishes it from others of its name. */
  detail?: string | undefined;
}

/** A user or role in a list: its name, and whether a job is changing it. */
export function RecordCell({ path, name, detail }: RecordCellProps) {
  if (path === '') return name;
  return (
    <>
      <Link to={pageOf(path)} title={name} translate="no">
        {name}
      </Link>{' '}
      {detail !== undefined && (
        <span className="muted" translate="no">
          {detail}{' '}
        </span>
      )}
      <RecordLockMark path={path} />
    </>
  );
}

/** The menu of a user or role in a list. */
export function RecordMenu({ noun, path }: { noun: 'user' | 'role'; path: string }) {
  return (
    <>
      <MenuLink to={pageOf(path)}>View {noun}</MenuLink>
      <MenuLink to="/access/can" search={{ who: path }}>
        Check access
      </MenuLink>
      <MenuLink to="/access/compare" search={{ left: 'me', right: path }}>
        Compare with me
      </MenuLink>
    </>
  );
}
