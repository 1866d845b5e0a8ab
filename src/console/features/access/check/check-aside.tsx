import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ifAsked } from '../../../api/retries.ts';
import { PrivilegeChips } from '../../../data/access/privilege-chips.tsx';
import type { Principal } from '../../../data/access/principal.ts';
import { explain } from '../../../data/access/privileges.ts';
import { roleRecords, rolesQuery } from '../../../data/access/roles.ts';
import type { PrivilegeOnGroup } from '../../../data/access/fixes.ts';
import { errorProps } from '../../../data/access/error-props.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { useSession } from '../../../data/session/use-session.ts';
import { useStore } from '../../../lib/store.ts';
import { count, formatNumber, msg } from '../../../lib/text.ts';
import { none } from '../../../ui/detail-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorView } from '../../../ui/error-view.tsx';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { Listed, Name } from '../../../ui/name.tsx';
import { actionIn, RoleLink } from '../record-links.tsx';
import { keyOf, useQuestions } from './questions.ts';
import { headings } from './verdict.tsx';

interface CheckAsideProps extends PrivilegeOnGroup {
  principal: Principal;
}

/** Beside the answer: the roles in question, who else can do it, and what was asked before. */
export function CheckAside({ principal, required, group }: CheckAsideProps) {
  const groups = useGroupDirectory();
  const mayRead = useSession().holds('group_admin', 'ro');
  return (
    <Stack py={12}>
      <Section
        id="checked-roles"
        title={principal.kind === 'role' ? 'What it grants' : msg`Roles of ${principal.title}`}
      >
        {principal.roles.length === 0 && none}
        {principal.roles.map((role) => (
          <div key={role.path}>
            {principal.kind !== 'role' && <RoleLink path={role.path} name={role.name} />}{' '}
            <PrivilegeChips grants={role.grants} most={3} />
          </div>
        ))}
      </Section>
      {mayRead && (
        <Section id="who-can" title={`Who can ${actionIn({ required, group }, groups)}`}>
          <WhoCan required={required} group={group} />
        </Section>
      )}
      <RecentQuestions />
    </Stack>
  );
}

/** How many roles are named, because the users of each are loaded; and how many users. */
const most = 5;

/** The roles that grant it, with their users. */
function WhoCan({ required, group }: PrivilegeOnGroup) {
  const groups = useGroupDirectory();
  const { data, error, refetch } = useQuery(rolesQuery);
  if (!data && error) return <ErrorView title="Couldn't load roles" {...errorProps(error, refetch)} />;
  if (!data) return <LineSkeletons label="Loading roles" lines={2} />;
  const granting = data.roles.flatMap((role) => {
    const { granted } = explain([role], required, groups.chainOf(group));
    return granted === 'no' ? [] : [{ role, mayApply: granted === 'unknown' }];
  });
  if (granting.length === 0) return <Text>No visible role grants this.</Text>;
  return (
    <>
      {granting.slice(0, most).map(({ role: { path, name }, mayApply }) => (
        <div key={path}>
          <RoleLink path={path} name={name} />
          {mayApply && ' (may apply)'}: <RoleUsers path={path} />
        </div>
      ))}
      {granting.length > most && <Text c="dimmed">and {count(granting.length - most, 'more role')}</Text>}
      {!data.complete && <Text c="dimmed">There may be others: the service didn't return all roles.</Text>}
    </>
  );
}

function RoleUsers({ path }: { path: string }) {
  const { data, isLoading } = useQuery({ ...roleRecords.query(path), ...ifAsked });
  if (!data) return <span className="muted">{isLoading ? 'loading users…' : 'users unknown'}</span>;
  if (data.users.length === 0) return <span className="muted">no users visible to you</span>;
  const more = data.users.length - most;
  return (
    <>
      <Listed>
        {data.users.slice(0, most).map((login) => (
          <Link key={login} to="/access/users" search={{ q: login }}>
            <Name>{login}</Name>
          </Link>
        ))}
      </Listed>
      {more > 0 && ` and ${formatNumber(more)} more`}
    </>
  );
}

/** Those before the latest one, which the page shows. */
function RecentQuestions() {
  const [, ...earlier] = useStore(useQuestions());
  if (earlier.length === 0) return null;
  return (
    <Section id="recent-questions" title="Recent questions">
      {earlier.map(({ text, granted, ...search }) => {
        const { Icon, color, text: verdict } = headings[granted];
        return (
          <div key={keyOf(search)}>
            <Icon color={color} /> <span className="visually-hidden">{verdict}: </span>
            <Link to="/access/can" search={search}>
              {text}
            </Link>
          </div>
        );
      })}
    </Section>
  );
}
