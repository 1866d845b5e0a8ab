import { Box, Button, Group, Paper, Text, Stack } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { FeaturePrivilege } from '../../../../contract/access/decision.ts';
import type { AccessRole } from '../../../data/access/model.ts';
import type { Explanation } from '../../../data/access/privileges.ts';
import {
  missingFor,
  fixesFor,
  smallestFirst,
  type PrivilegeOnGroup,
  type Fix,
} from '../../../data/access/fixes.ts';
import { roleRecords, rolesQuery } from '../../../data/access/roles.ts';
import { Needed, PrivilegeChip } from '../../../data/access/privilege-chips.tsx';
import type { Principal } from '../../../data/access/principal.ts';
import { MissingPrivilege } from '../../../data/groups/missing-privilege.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { useSession } from '../../../data/session/use-session.ts';
import { grantText } from '../../../lib/privilege-text.ts';
import { count, msg } from '../../../lib/text.ts';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { Listed, Name } from '../../../ui/name.tsx';
import { verdictOf } from './verdict.tsx';
import { userRecords } from '../../../data/access/users.ts';
import { RoleForm } from '../roles/role-form.tsx';
import { UserForm } from '../users/user-form.tsx';
import { Section } from '../../../ui/section.tsx';
import { ifAsked } from '../../../api/retries.ts';
import { useCopy } from '../../../ui/copying.tsx';

interface FixesProps extends PrivilegeOnGroup {
  principal: Principal;
  granted: Explanation['granted'];
  /** Opens the form that makes a change. */
  onChange(change: Change): void;
}

const verbs = { assign: 'Assign', edit: 'Edit', create: 'Create' };
const maxShown = 4;
/** Roles whose users are counted. */
const maxCounted = 20;

/** What would grant a missing privilege: the smallest change first. */
export function Fixes({ granted, ...question }: FixesProps) {
  const { principal, required, group } = question;
  const { holds } = useSession();
  if (verdictOf(principal, { granted }) !== 'no') return null;
  const mayRead = holds('group_admin', 'ro');
  return (
    <Section id="fixes" title="What would allow it" mb={8}>
      {mayRead ? (
        <Changes {...question} />
      ) : (
        <Text mb={8}>
          You don't have permission to view roles. An administrator can assign you one that grants it.
        </Text>
      )}
      <CopyRequest principal={principal} required={required} group={group} />
    </Section>
  );
}

type QuestionProps = Omit<FixesProps, 'granted'>;

function Changes({ principal, required, group, onChange }: QuestionProps) {
  const { user: me, holdsOn } = useSession();
  const groups = useGroupDirectory();
  const { data } = useQuery(rolesQuery);
  const isRole = principal.kind === 'role';
  const others = useOthers(isRole ? [] : principal.roles, principal.title);
  if (!data || !others) return <LineSkeletons label="Loading roles" lines={2} />;
  const found = fixesFor(
    { required, group },
    principal.roles,
    isRole ? [] : data.roles,
    isRole ? undefined : newRole(me.group.group_resource),
    groups.chainOf,
  );
  const target =
    isRole || principal.ownGroup === undefined
      ? undefined
      : { group: principal.ownGroup, roles: principal.roles };
  // What someone can change in a remote service isn't known.
  const lacking = (fix: Fix) => missingFor(fix, holdsOn, target, groups.chainOf);
  const sorted = smallestFirst(found, others).map((fix) => ({ fix, missing: lacking(fix) }));
  const possible = sorted.filter(({ missing }) => missing === undefined);
  const shown = [...possible, ...sorted.filter((each) => !possible.includes(each))].slice(0, maxShown);
  return (
    <>
      {shown.length === 0 && (
        <Text mb={8}>None of the {count(data.roles.length, 'role')} visible to you grants it.</Text>
      )}
      <Stack component="ol" gap={8} p={0} m={0}>
        {shown.map(({ fix, missing }, index) => (
          <Paper key={`${fix.kind} ${fix.role.path}`} component="li" withBorder p={12}>
            <Group gap="8px 16px" align="flex-start" justify="space-between">
              <Box flex="1 1 300px" miw={0}>
                {index === 0 && possible.length > 0 && (
                  <Text size="xs" c="dimmed">
                    Smallest change
                  </Text>
                )}
                <Text fw={600}>
                  <ChangeText fix={fix} required={required} principal={principal} />
                </Text>
                <Consequences fix={fix} others={others(fix.role)} />
                {missing && <MissingPrivilege {...missing}>make this change</MissingPrivilege>}
              </Box>
              {!missing && (
                <Button onClick={() => onChange({ fix, principal, required, group })}>
                  {verbs[fix.kind]} role
                </Button>
              )}
            </Group>
          </Paper>
        ))}
      </Stack>
      {!data.complete && (
        <Text mt={8}>The service didn't return all roles, so there may be a smaller change.</Text>
      )}
    </>
  );
}

function newRole(administrator: string): AccessRole {
  return { path: '', name: '', description: '', grants: [], groups: [], administrator };
}

/** How many other users have each role; undefined while that's loading. */
function useOthers(roles: readonly AccessRole[], login: string): ((role: AccessRole) => number) | undefined {
  const counted = roles.slice(0, maxCounted);
  const results = useQueries({
    queries: counted.map(({ path }) => ({ ...roleRecords.query(path), ...ifAsked })),
  });
  if (results.some(({ isPending }) => isPending)) return undefined;
  // If a role's users can't be counted, others may have it too.
  return (role) => {
    const users = results[counted.findIndex(({ path }) => path === role.path)]?.data?.users;
    return users?.filter((other) => other !== login).length ?? 1;
  };
}

interface ChangeProps {
  fix: Fix;
  required: FeaturePrivilege;
  principal: Principal;
}

/** "Assign the role Auditors", "Change the role Operators: grant Groups · change" */
function ChangeText({ fix: { kind, role, changed }, required, principal }: ChangeProps): ReactNode {
  const groups = useGroupDirectory();
  const grant = <Needed {...required} />;
  if (kind === 'assign')
    return (
      <>
        Assign the role <Name>{role.name}</Name>
      </>
    );
  if (kind === 'create')
    return (
      <>
        Assign a new role that only grants {grant} for <Name>{groups.nameOf(changed.groups[0] ?? '')}</Name>
      </>
    );
  const added = changed.groups.filter((path) => !role.groups.includes(path));
  return (
    <>
      {principal.kind === 'role' ? (
        'Change the role: '
      ) : (
        <>
          Change the role <Name>{role.name}</Name>:{' '}
        </>
      )}
      {changed.grants !== role.grants && <>grant {grant}</>}
      {changed.grants !== role.grants && added.length > 0 && ', and '}
      {added.length > 0 && <>apply it to {msg`${added.map(groups.nameOf)}`}</>}
    </>
  );
}

const maxListed = 3;

/** What else a change grants, and to whom. */
function Consequences({ fix: { kind, extra }, others }: { fix: Fix; others: number }) {
  const groups = useGroupDirectory();
  const gains = extra.slice(0, maxListed);
  const more = extra.length - gains.length;
  return (
    <Text c="dimmed">
      {extra.length === 0 ? 'Grants nothing else.' : 'Also grants '}
      <Listed>
        {gains.map(({ feature, group, right }) => (
          <Fragment key={`${feature} ${group}`}>
            {right.map((privilege) => (
              <PrivilegeChip key={privilege} name={feature} privilege={privilege} />
            ))}{' '}
            on <Name>{groups.nameOf(group)}</Name>
          </Fragment>
        ))}
      </Listed>
      {extra.length > 0 && (more > 0 ? `, and ${more} more.` : '.')}
      {kind === 'edit' && others > 0 && ` Affects ${count(others, 'other user')} with this role.`}
    </Text>
  );
}

/** A change, and the question that it answers. */
export type Change = Omit<QuestionProps, 'onChange'> & { fix: Fix };

/** The form that makes a change, with the change filled in. */
export function ChangeForm({ fix, principal, required, group, onClose }: Change & { onClose(): void }) {
  const { kind, role } = fix;
  const { path, title: login } = principal;
  const { data: user } = useQuery({ ...userRecords.query(path), enabled: kind === 'assign' });
  const { data: record } = useQuery({ ...roleRecords.query(role.path), enabled: kind === 'edit' });
  const proposed = { required, group };
  if (kind === 'create') return <RoleForm proposed={proposed} assignTo={{ path, login }} onClose={onClose} />;
  if (kind === 'edit') return record && <RoleForm role={record} proposed={proposed} onClose={onClose} />;
  return user && <UserForm user={user} addRole={role.path} onClose={onClose} />;
}

/** A request to send to an administrator, with a link to this page. */
function CopyRequest({ principal, required, group }: Omit<QuestionProps, 'onChange'>) {
  const groups = useGroupDirectory();
  const { copy, copied } = useCopy();
  const who = principal.kind === 'role' ? 'The role ' : '';
  const search = new URLSearchParams({ who: principal.path, ...required, group });
  const request =
    msg`${who}${principal.title} needs “${grantText({ name: required.feature, ...required })}” ` +
    msg`on ${groups.nameOf(group)} (${group}): ${location.origin}/access/can?${search.toString()}`;
  return (
    <Button mt={12} onClick={() => copy(request)}>
      {copied ? 'Request copied' : 'Copy request for an administrator'}
    </Button>
  );
}
