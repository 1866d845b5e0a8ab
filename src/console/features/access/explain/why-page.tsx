import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { features, privileges } from '../../../../contract/access/privileges.ts';
import { roleIdOf } from '../../../../contract/access/roles.ts';
import { count, isolate } from '../../../lib/text.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { Page } from '../../../ui/page.tsx';
import classes from '../access.module.css';
import { useGroupDirectory, type GroupDirectory } from '../../../data/groups/group-directory.tsx';
import { GroupPicker } from '../group-picker.tsx';
import type { GroupChain } from '../../../data/access/role-coverage.ts';
import { accessOf, topGroup, type AccessRole } from '../../../data/access/model.ts';
import {
  effectiveFeatures,
  explain,
  type Explanation,
  type FeaturePrivilege,
} from '../../../data/access/privileges.ts';
import { rolesQuery } from '../../../data/access/roles.ts';
import { privilegeDescription } from '../feature-meanings.ts';
import { Name } from '../../../ui/name.tsx';

/** The privilege in question, as in the URL. */
export interface WhySearch {
  feature?: string | undefined;
  privilege?: string | undefined;
  group?: string | undefined;
}

/** Checks one privilege: granted and by which roles, or not granted and which roles would grant it. */
export function WhyPage({ search, onAsk }: { search: WhySearch; onAsk(search: WhySearch): void }) {
  const { user } = useSession();
  const groups = useGroupDirectory();
  const roles = accessOf(user)?.roles ?? [];
  const feature = search.feature ?? 'group';
  const privilege = search.privilege ?? 'rw';
  // OIDC configurations are governed by privileges on the Default group.
  const group = search.group ?? (feature === 'palisade' ? topGroup : user.group.group_resource || topGroup);
  const chain = groups.chainOf(group);
  const required = { feature, privilege };
  const ask = (change: WhySearch) => onAsk({ feature, privilege, group, ...change });
  const named = effectiveFeatures(roles).map((row) => row.feature);
  return (
    <Page title="Can I?">
      <Group align="flex-end" gap={12}>
        <Select
          label="Feature"
          data={[...new Set([...features, ...named, feature])].map((label) => ({
            value: keyOf(label),
            label,
          }))}
          value={keyOf(feature)}
          searchable
          allowDeselect={false}
          onChange={(value) => value !== null && ask({ feature: nameOf(value) })}
        />
        <Select
          label="Privilege"
          data={[...new Set([...privileges, privilege])].map((value) => ({
            value: keyOf(value),
            label: value === privilegeDescription(value) ? value : `${value}, ${privilegeDescription(value)}`,
          }))}
          value={keyOf(privilege)}
          allowDeselect={false}
          onChange={(value) => value !== null && ask({ privilege: nameOf(value) })}
        />
        <GroupPicker label="Group" w={320} value={group} onChange={(path) => ask({ group: path })} />
      </Group>
      <CheckResult
        required={required}
        group={group}
        chain={chain}
        explanation={explain(roles, required, chain)}
      />
    </Page>
  );
}

// The field keeps its options in a plain object, where a feature called `__proto__` would get lost.
const keyOf = (name: string) => `=${name}`;
const nameOf = (key: string) => key.slice(1);

interface CheckResultProps {
  required: FeaturePrivilege;
  group: string;
  chain: GroupChain;
  explanation: Explanation;
}

const headings = { yes: 'Yes', no: 'No', unknown: 'Unknown' };

function CheckResult({ required, group, chain, explanation }: CheckResultProps) {
  const groups = useGroupDirectory();
  const { granted, reasons, near } = explanation;
  const what = (
    <>
      <code>{required.privilege}</code> on <code>{required.feature}</code> for{' '}
      <Name>{groups.nameOf(group)}</Name>
    </>
  );
  return (
    <>
      <Stack gap={8} className={classes.result} data-granted={granted} role="status">
        <Title order={2}>{headings[granted]}</Title>
        {granted === 'yes' && <Text>You have {what}. Granted by:</Text>}
        {granted === 'no' && <Text>None of your roles grants {what}.</Text>}
        {granted === 'unknown' && (
          <Text>
            One of your roles grants this on another group. Whether it covers{' '}
            <Name>{groups.nameOf(group)}</Name> depends on parent groups that you can't see.
          </Text>
        )}
        {reasons.map(({ role, grant, through }) => (
          <ol key={`${role.path} ${through}`} className={classes.chain}>
            <li>
              role{' '}
              <strong>
                <Name>{role.name}</Name>
              </strong>
            </li>
            <li>applies to {appliesTo(groups, through, group)}</li>
            <li>
              grants <code>{grant.privilege}</code> on{' '}
              <code>
                <Name>{grant.name}</Name>
              </code>
              {grant.privilege !== required.privilege && <>, which includes {required.privilege}</>}
            </li>
          </ol>
        ))}
        {near.length > 0 && granted !== 'yes' && (
          <ul className={classes.chain}>
            {near.map(({ role, grant, lacks }) => (
              <li key={`${role.path} ${grant.privilege}`}>
                <strong>{role.name}</strong>{' '}
                {lacks === 'privilege' ? (
                  <>
                    only grants <code>{grant.privilege}</code>
                  </>
                ) : (
                  <>
                    applies to{' '}
                    {role.groups.map((path) => isolate(groups.nameOf(path))).join(', ') || 'no group'}
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </Stack>
      {granted !== 'yes' && <GrantingRoles required={required} group={group} chain={chain} />}
    </>
  );
}

function appliesTo(groups: GroupDirectory, through: string, group: string): string {
  const name = groups.nameOf(through);
  return through === group
    ? isolate(name)
    : `${isolate(name)}, which contains ${isolate(groups.nameOf(group))}`;
}

/** Roles that would grant it, for users who can read roles, and a request to send to an administrator. */
function GrantingRoles({ required, group, chain }: Omit<CheckResultProps, 'explanation'>) {
  const { holds, user } = useSession();
  const groups = useGroupDirectory();
  const mayRead = holds('group_admin', 'ro');
  const { data } = useQuery({ ...rolesQuery(), enabled: mayRead });
  const roles = data?.roles;
  const granting = (roles ?? []).filter((role) => explain([role], required, chain).granted === 'yes');
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const request =
    `${isolate(user.login || 'I')} needs ${required.privilege} on the feature ${required.feature} ` +
    `for ${isolate(groups.nameOf(group))} (${group}): ${location.href}`;
  return (
    <section aria-labelledby="granting-roles">
      <Title order={2} id="granting-roles" mb={4}>
        Roles that grant it
      </Title>
      {roles && granting.length === 0 && (
        <Text size="sm" mb={8}>
          {roles.length === 0
            ? 'No roles are visible to you.'
            : roles.length === 1
              ? "The only role visible to you doesn't grant it."
              : `None of the ${count(roles.length, 'role')} visible to you grants it.`}
          {data && !data.complete && " The service didn't return all roles."}
        </Text>
      )}
      {granting.length > 0 && (
        <Stack gap={2} mb={8}>
          {granting.map((role) => (
            <Text key={role.path} size="sm">
              <RoleLink role={role} />, which applies to{' '}
              {role.groups.map((path) => isolate(groups.nameOf(path))).join(', ')}
            </Text>
          ))}
        </Stack>
      )}
      <Text size="sm" mb={8}>
        {mayRead ? '' : "You don't have permission to view roles. "}
        An administrator can assign you a role that grants it.
      </Text>
      <Button size="xs" variant="default" onClick={() => copy(request)}>
        {copied ? 'Request copied' : 'Copy request for an administrator'}
      </Button>
    </section>
  );
}

function RoleLink({ role }: { role: AccessRole }) {
  const id = roleIdOf(role.path);
  if (id === undefined) return role.name;
  return (
    <Link to="/access/roles/$roleId" params={{ roleId: String(id) }}>
      {role.name}
    </Link>
  );
}
