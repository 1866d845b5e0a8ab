import { Button, Text, List } from '@mantine/core';
import { useSuspenseQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../../data/session/use-session.ts';
import { DetailList } from '../../../ui/detail-list.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { AccessMatrix } from '../explain/access-matrix.tsx';
import { useSignInCount } from '../../../data/activity/sign-in-counts.ts';
import { useChangeCount } from '../../../data/activity/use-log.ts';
import { useRecordTabs } from '../../../ui/links/record-tabs.tsx';
import { Sessions } from '../account/sessions.tsx';
import { ApiKeys } from '../keys/api-keys.tsx';
import { useEditability } from '../use-editability.ts';
import { effectiveFeatures } from '../../../data/access/privileges.ts';
import { userFields, userRecords } from '../../../data/access/users.ts';
import { GroupLink, RoleLinks } from '../record-links.tsx';
import { RecordPage } from '../record-page.tsx';
import { ForgetIdentity } from '../../../data/access/forget-identity.tsx';
import { identitiesQuery } from '../../../data/access/identities.ts';
import { sessionsQuery } from '../../../data/access/sessions.ts';
import { useSide, type SideState } from '../../../data/access/access-side.ts';
import { Name } from '../../../ui/name.tsx';
import { count, msg, formatNumber } from '../../../lib/text.ts';
import { errorProps } from '../../../data/access/error-props.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { Section } from '../../../ui/section.tsx';
import { textDetails } from '../../../data/record-fields.tsx';
import { ChangeUsers, suspension } from './change-users.tsx';
import { UserForm } from './user-form.tsx';
import { ResetPassword, DeleteUser } from './user-dialogs.tsx';
import { sentenceOf } from '../../../data/notifications/notify.ts';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { useWatches } from '../../../data/oidc/watches.ts';
import { oidcLoginsQuery } from '../../../data/session/queries.ts';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { isUnavailable } from '../../../../client/errors.ts';
import type { User } from '../../../../contract/access/users.ts';

interface UserPageProps {
  path: string;
  /** Their sign-ins or history. @param canEdit whether the signed-in user can edit them */
  renderTab(tab: 'activity' | 'history', user: User, canEdit: boolean): ReactNode;
}

/** One user: what they can do, how they sign in, what they did, and how they were changed. */
export function UserPage({ path, renderTab }: UserPageProps) {
  const { data: user } = useSuspenseQuery(userRecords.query(path));
  const { user: me } = useSession();
  const side = useSide(path);
  const editability = useEditability(path, user.group_resource, side.roles);
  const { mayEdit, canEdit, lock, missing } = editability;
  const isMe = me.user === path;
  const setsPassword = `${user.has_password ? 'Reset' : 'Set'} password`;
  const { data: sessions } = useQuery(sessionsQuery(path));
  const [tab, tabs] = useRecordTabs([
    { id: 'access', label: 'Access' },
    { id: 'sign-in', label: 'Sign-in and sessions', count: sessions && formatNumber(sessions.length) },
    { id: 'activity', label: 'Activity', count: useSignInCount({ user: path }) },
    { id: 'history', label: 'History', count: useChangeCount(path) },
  ]);
  return (
    <RecordPage
      kind={userRecords}
      record={user}
      state={stateOf(user)}
      editability={editability}
      actions={[
        {
          id: 'edit-user',
          label: 'Edit',
          render: (dialog) => mayEdit && <UserForm user={user} {...dialog} />,
        },
        {
          id: 'password',
          label: setsPassword,
          command: `${setsPassword} of`,
          render: (dialog) => <ResetPassword user={user} {...dialog} />,
        },
        {
          id: 'duplicate-user',
          label: 'Duplicate',
          render: (dialog) => <UserForm template={user} {...dialog} />,
        },
        !isMe && {
          id: 'suspend-user',
          label: user.suspended ? 'Resume' : 'Suspend',
          render: (dialog) => <ChangeUsers items={[user]} change={suspension(user)} {...dialog} />,
        },
        !isMe && {
          id: 'delete-user',
          label: 'Delete',
          danger: true,
          render: (dialog) => <DeleteUser user={user} {...dialog} />,
        },
      ]}
      details={<UserDetails user={user} side={side} />}
      tabs={tabs}
    >
      {tab === 'access' && <EffectiveAccess user={user} side={side} />}
      {tab === 'sign-in' && (
        <>
          <SignInMethods user={user} mayForget={mayEdit && !lock} />
          <ApiKeys
            user={path}
            whose={isMe ? 'your' : msg`${user.login}'s`}
            mayChange={(isMe || mayEdit) && !lock}
          />
          <Sessions
            user={path}
            login={isMe ? undefined : user.login}
            mayEnd={isMe || mayEdit || missing !== undefined}
          />
        </>
      )}
      {(tab === 'activity' || tab === 'history') && renderTab(tab, user, canEdit)}
    </RecordPage>
  );
}

/** Whether a user is suspended, and when and how they signed in last. */
function stateOf({ last_sign_in_at: at, last_sign_in_via: via, suspended }: User): ReactNode {
  return (
    <>
      {suspended && 'Suspended · '}
      {at ? 'Signed in ' : 'Never signed in'}
      {at && <RelativeTime at={new Date(at)} />}
      {via && (via === 'password' ? ', with a password' : msg`, through ${via}`)}
    </>
  );
}

function UserDetails({ user, side }: { user: User; side: SideState }) {
  const held = user.role_resources.map((path) => ({
    path,
    // Until the roles are loaded, it's not known whether they're hidden.
    name: side.roles.find((role) => role.path === path)?.name ?? (side.hidden > 0 ? undefined : path),
  }));
  return (
    <DetailList
      details={{
        ...textDetails(userFields, user, 'login'),
        [userFields.group_resource.label]: <GroupLink path={user.group_resource} />,
        [userFields.role_resources.label]: held.length > 0 && <RoleLinks roles={held} />,
        Created: user.created_at !== '' && <RelativeTime at={new Date(user.created_at)} />,
      }}
    />
  );
}

function EffectiveAccess({ user, side }: { user: User; side: SideState }) {
  const features = effectiveFeatures(side.roles).filter((row) => row.sources.length > 0);
  return (
    <Section id="effective-access" title="Effective access">
      {user.role_resources.length === 0 && (
        <Text>
          <Name>{user.login}</Name> has no roles, so they don't have access to anything.
        </Text>
      )}
      {side.loading && <LineSkeletons label={msg`Loading the roles of ${user.login}`} lines={1} />}
      {side.problem !== undefined && (
        <ErrorView
          title={msg`Couldn't load the roles of ${user.login}`}
          {...errorProps(side.problem, side.retry)}
        />
      )}
      {side.hidden > 0 && (
        <Text>
          You don't have permission to view {count(side.hidden, 'role')} of <Name>{user.login}</Name>.
        </Text>
      )}
      {features.length > 0 && (
        <AccessMatrix
          label={msg`Effective access of ${user.login}`}
          who={user.user_resource}
          features={features}
        />
      )}
    </Section>
  );
}

const maxMappings = 10;

/** How a user can sign in: with a password, and through which providers. */
function SignInMethods({ user, mayForget }: { user: User; mayForget: boolean }) {
  const [forgotten, setForgotten] = useState<string>();
  const { data: identities = [] } = useQuery(identitiesQuery(user.user_resource));
  const mayRead = useSession().holds('palisade', 'ro');
  const { data, error: opsError } = useQuery({ ...oidcOpsQuery, enabled: mayRead });
  const watches = useWatches(mayRead);
  const { data: logins, error: loginsError } = useQuery({ ...oidcLoginsQuery, enabled: !mayRead });
  const failed = opsError ?? loginsError;
  // A service before 9.6 has none to list.
  const error = isUnavailable(failed) ? null : failed;
  const known = new Set(identities.map(({ oidc_op_resource: path }) => path));
  // Only users who can read configurations see the expressions.
  const providers =
    data?.ops.map((op) => ({ path: op.resource, name: op.name, usernamePath: op.username_path })) ??
    logins?.map((op) => ({ path: op.oidc_op_resource, name: op.name, usernamePath: undefined })) ??
    (failed && !error ? [] : undefined);
  // Those first through which the user has signed in: an identity can be forgotten only where it's listed.
  const mappings = providers?.toSorted(
    (one, other) => Number(known.has(other.path)) - Number(known.has(one.path)),
  );
  const login = user.login;
  return (
    <Section id="sign-in-methods" title="Sign-in methods">
      <Text>
        <Name>{login}</Name> {user.has_password ? 'can sign in with a password' : 'has no password'}.
      </Text>
      {error && <Text>Couldn't load providers: {sentenceOf(error)}</Text>}
      {!mappings && !error && <LineSkeletons label="Loading providers" lines={1} />}
      {mappings && mappings.length > 0 && (
        <>
          <Text mt={4}>
            {user.has_password ? 'Also through' : 'Through'} any provider that maps to exactly this login:
          </Text>
          <List className="wrap">
            {mappings.slice(0, maxMappings).map(({ path, name, usernamePath }) => (
              <List.Item key={path}>
                {name}
                {usernamePath !== undefined && (
                  <>
                    {' '}
                    (<code translate="no">{usernamePath}</code>)
                  </>
                )}
                {watches?.get(path)?.enabled === false && ', whose button is suspended'}
                {identities
                  .filter((identity) => identity.oidc_op_resource === path)
                  .map(({ identity_resource: identity = '', first_used_at: first, last_used_at: last }) => (
                    <Text key={identity} span c="dimmed">
                      {' '}
                      first sign-in <RelativeTime at={new Date(first ?? '')} />, last{' '}
                      <RelativeTime at={new Date(last ?? '')} />{' '}
                      {mayForget && (
                        <Button size="compact-xs" onClick={() => setForgotten(identity)}>
                          Forget<span className="visually-hidden">{msg` the identity at ${name}`}</span>
                        </Button>
                      )}
                    </Text>
                  ))}
              </List.Item>
            ))}
            {mappings.length > maxMappings && (
              <List.Item>
                and {formatNumber(mappings.length - maxMappings)} more (<Link to="/oidc">OIDC providers</Link>
                )
              </List.Item>
            )}
          </List>
        </>
      )}
      {mappings?.length === 0 && !user.has_password && (
        <Text c="var(--danger)">
          There are no providers either, so <Name>{login}</Name> can't sign in.
        </Text>
      )}
      {forgotten !== undefined && (
        <ForgetIdentity
          identity={forgotten}
          action="Forget the identity"
          onClose={() => setForgotten(undefined)}
        />
      )}
    </Section>
  );
}
