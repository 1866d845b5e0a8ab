import { Stack, Text, Title, Group, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PrivilegeOnGroup } from '../../../data/access/fixes.ts';
import { useGroupDirectory, type GroupDirectory } from '../../../data/groups/group-directory.tsx';
import { Needed, PrivilegeChip, privilegeNote } from '../../../data/access/privilege-chips.tsx';
import type { Explanation } from '../../../data/access/privileges.ts';
import type { Principal } from '../../../data/access/principal.ts';
import { count, msg } from '../../../lib/text.ts';
import { AlertIcon, CheckIcon, CloseIcon } from '../../../ui/icons.tsx';
import { Name } from '../../../ui/name.tsx';
import classes from '../access.module.css';
import { actionIn, RoleLink } from '../record-links.tsx';

interface VerdictProps extends PrivilegeOnGroup {
  principal: Principal;
  explanation: Explanation;
  /** Whether the answer was no before. */
  wasNo: boolean;
}

/** How each answer looks. */
export const headings = {
  yes: { text: 'Yes', Icon: CheckIcon, color: 'var(--accent)' },
  no: { text: 'No', Icon: CloseIcon, color: 'var(--danger)' },
  unknown: { text: 'Unknown', Icon: AlertIcon, color: undefined },
};

/** Whether someone can do something, and the chain of reasons. What isn't visible is unknown, never a no. */
export function Verdict({ principal, required, group, explanation, wasNo }: VerdictProps) {
  const groups = useGroupDirectory();
  const { reasons, near, ownGroup } = explanation;
  const granted = verdictOf(principal, explanation);
  const { text, Icon, color } = headings[granted];
  const note = privilegeNote({ ...required, name: required.feature });
  return (
    <Paper
      component={Stack}
      gap={8}
      withBorder
      p={16}
      style={{ borderLeft: `3px solid ${color ?? 'var(--line)'}` }}
      role="status"
    >
      <Group gap={6}>
        <Icon color={color} />
        <Title order={2}>{granted === 'yes' && wasNo ? 'Yes, now' : text}</Title>
        <Needed {...required} />
      </Group>
      {granted !== 'unknown' && (
        <Text size="md">
          <PrincipalName principal={principal} /> {granted === 'yes' ? 'can' : "can't"}{' '}
          {actionIn({ required, group }, groups)}.{granted === 'no' && ` ${whyNot(principal)}`}
        </Text>
      )}
      {granted === 'unknown' && <WhyUnknown principal={principal} group={group} groups={groups} />}
      {principal.kind === 'key' && (
        <Text>
          An API key has the access of its user, <Name as="strong">{principal.title}</Name>.
        </Text>
      )}
      {ownGroup && (
        <Text>
          Everyone can view the group they belong to: <Name>{groups.nameOf(group)}</Name>.
        </Text>
      )}
      {granted === 'yes' && note && <Text>{note}</Text>}
      {reasons.map(({ role, grant, through }) => (
        <ol key={`${role.path} ${through}`} className={classes.chain}>
          <li>
            role{' '}
            <strong>
              <RoleLink path={role.path} name={role.name} />
            </strong>
          </li>
          <li>applies to {appliesTo(groups, through, group)}</li>
          <li>
            grants <PrivilegeChip coded {...grant} />
            {grant.privilege !== required.privilege && (
              <>
                , which includes <PrivilegeChip privilege={required.privilege} />
              </>
            )}
          </li>
        </ol>
      ))}
      {near.length > 0 && granted !== 'yes' && (
        <ul className={classes.chain} aria-label="Roles that come close">
          {near.map(({ role, grant, lacks }) => (
            <li key={`${role.path} ${grant.privilege}`}>
              <strong>
                <RoleLink path={role.path} name={role.name} />
              </strong>{' '}
              {lacks === 'privilege' ? (
                <>
                  only grants <PrivilegeChip {...grant} />
                </>
              ) : (
                <>applies to {msg`${role.groups.map(groups.nameOf)}` || 'no group'}</>
              )}
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}

/** An explanation's result: unknown too if there may be roles that aren't visible. */
export function verdictOf(
  { hidden }: Pick<Principal, 'hidden'>,
  { granted }: Pick<Explanation, 'granted'>,
): Explanation['granted'] {
  return granted === 'no' && hidden > 0 ? 'unknown' : granted;
}

function PrincipalName({ principal: { kind, name } }: { principal: Principal }): ReactNode {
  if (kind === 'me') return 'You';
  const what = { user: '', key: 'API key ', role: 'Users with the role ' }[kind];
  return (
    <>
      {what}
      <Name>{name}</Name>
    </>
  );
}

function whyNot({ kind, roles }: Principal): string {
  if (kind === 'me') return roles.length === 0 ? "You don't have a role." : 'None of your roles grants it.';
  if (kind === 'role') return "The role doesn't grant it.";
  return roles.length === 0 ? "They don't have a role." : 'None of their roles grants it.';
}

interface WhyUnknownProps {
  principal: Principal;
  group: string;
  groups: GroupDirectory;
}

function WhyUnknown({ principal, group, groups }: WhyUnknownProps) {
  const { title, hidden } = principal;
  if (hidden > 0)
    return (
      <Text size="md">
        The roles that you can see don't grant it, but you don't have permission to view{' '}
        {count(hidden, 'role')} of <Name>{title}</Name>.
      </Text>
    );
  return (
    <Text size="md">
      A role grants this on another group. Whether it covers <Name>{groups.nameOf(group)}</Name> depends on
      parent groups that you can't see.
    </Text>
  );
}

function appliesTo(groups: GroupDirectory, through: string, group: string): string {
  const name = groups.nameOf(through);
  return through === group ? msg`${name}` : msg`${name}, which contains ${groups.nameOf(group)}`;
}
