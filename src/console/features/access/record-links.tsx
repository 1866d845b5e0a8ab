import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { PrivilegeOnGroup } from '../../data/access/fixes.ts';
import { topGroup, type AccessRole } from '../../data/access/model.ts';
import { actionText } from '../../lib/privilege-text.ts';
import { useSession } from '../../data/session/use-session.ts';
import { useGroupDirectory, type GroupDirectory } from '../../data/groups/group-directory.tsx';
import { msg } from '../../lib/text.ts';
import { Listed, Name } from '../../ui/name.tsx';
import { RecordLink } from '../../data/activity/record-link.tsx';
import { RecordLockMark } from '../../data/jobs/record-lock.tsx';

/** A group's name, as a link if the user can view the group. */
export function GroupLink({ path, name }: { path: string; name?: string }) {
  const groups = useGroupDirectory();
  const { holdsOn } = useSession();
  const text = name ?? groups.nameOf(path);
  if (!holdsOn('group', 'ro', groups.chainOf(path).paths)) return <Name>{text}</Name>;
  return <RecordLink path={path} name={text} />;
}

/** A role's name, as a link if the user can view it. */
export function RoleLink({ path, name }: { path: string; name: string | undefined }) {
  const { holds } = useSession();
  if (name === undefined)
    return (
      <span className="muted">
        a role you can't view (<Name>{path}</Name>)
      </span>
    );
  if (!holds('group_admin', 'ro')) return <Name>{name}</Name>;
  return <RecordLink path={path} name={name} />;
}

/** Roles by name, as links. */
export function RoleLinks({ roles }: { roles: readonly { path: string; name: string | undefined }[] }) {
  return (
    <Listed>
      {roles.map(({ path, name }) => (
        <RoleLink key={path} path={path} name={name} />
      ))}
    </Listed>
  );
}

/** "change groups in EMEA"; OIDC configurations are in no group. */
export function actionIn({ required, group }: PrivilegeOnGroup, groups: GroupDirectory): string {
  const action = actionText(required);
  const isPlain = required.feature === 'palisade' && group === topGroup;
  return isPlain ? action : msg`${action} in ${groups.nameOf(group)}`;
}

/** "EMEA and its subgroups, Americas and its subgroups", or "no group". */
export function coveredGroupsText(role: AccessRole, groups: GroupDirectory): string {
  if (role.groups.length === 0) return 'no group';
  return role.groups.map((path) => msg`${groups.nameOf(path)} and its subgroups`).join(', ');
}

/** The same as links. */
export function CoveredGroupLinks({ role }: { role: AccessRole }) {
  const { groups } = role;
  if (groups.length === 0) return 'no group';
  return (
    <Listed>
      {groups.map((path) => (
        <Fragment key={path}>
          <GroupLink path={path} /> and its subgroups
        </Fragment>
      ))}
    </Listed>
  );
}

/** The address of a user's or role's page. */
export function pageOf(path: string): string {
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
