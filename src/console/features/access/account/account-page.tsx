import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useState, type ReactNode } from 'react';
import { userIdOf } from '../../../../contract/access/users.ts';
import { readAccess } from '../../../data/access/model.ts';
import { sessionsQuery } from '../../../data/access/sessions.ts';
import { userFields, userQuery } from '../../../data/access/users.ts';
import { useService } from '../../../data/service/use-service.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { Detail, DetailList } from '../../../ui/detail-list.tsx';
import { Name } from '../../../ui/name.tsx';
import { Page } from '../../../ui/page.tsx';
import { ApiKeys } from '../keys/api-keys.tsx';
import { GroupLink, RoleLink } from '../record-links.tsx';
import { ChangePassword } from './change-password.tsx';
import { Sessions } from './sessions.tsx';

/** The signed-in user: who they are, and where they're signed in. @param renderSignIns their recent sign-ins */
export function AccountPage({ renderSignIns }: { renderSignIns(user: string, login: string): ReactNode }) {
  const { user: me, holds } = useSession();
  const [changing, setChanging] = useState(false);
  const id = userIdOf(me.user);
  const enabled = id !== undefined;
  // Only administrators can read users, themselves included.
  const { data: record } = useQuery({
    ...userQuery(id ?? 0),
    enabled: enabled && holds('group_admin', 'ro'),
  });
  const { data: sessions } = useQuery({ ...sessionsQuery(id ?? 0), enabled });
  const current = sessions?.find((session) => session.current);
  // Anyone who used one to sign in has one.
  const hasPassword = current && (record?.has_password ?? current.method === 'password');
  const canChange = useService().offers('password changes') && hasPassword;
  const roles = readAccess(me)?.roles ?? [];
  return (
    <Page
      title="Account"
      help="administrator#sign-someone-out"
      actions={canChange && <Button onClick={() => setChanging(true)}>Change my password</Button>}
    >
      <DetailList>
        <Detail name={userFields.login.label}>
          <Name>{me.login}</Name>
        </Detail>
        {record && (
          <Detail name={userFields.display_name.label}>
            {record.display_name === '' ? (
              <span className="muted">none</span>
            ) : (
              <Name>{record.display_name}</Name>
            )}
          </Detail>
        )}
        <Detail name={userFields.group_resource.label}>
          <GroupLink path={me.group.group_resource} name={me.group.name} />
        </Detail>
        <Detail name={userFields.role_resources.label}>
          {roles.length === 0 && <span className="muted">none</span>}
          {roles.map(({ path, name }, index) => (
            <Fragment key={path}>
              {index > 0 && ', '}
              <RoleLink path={path} name={name} />
            </Fragment>
          ))}
        </Detail>
        <Detail name="Access">
          <Link to="/access">My access</Link>
        </Detail>
      </DetailList>
      <Sessions user={me.user} login={undefined} mayEnd />
      {id !== undefined && <ApiKeys user={me.user} whose="your" mayChange />}
      {id !== undefined && renderSignIns(me.user, me.login)}
      {changing && id !== undefined && <ChangePassword userId={id} onClose={() => setChanging(false)} />}
    </Page>
  );
}
