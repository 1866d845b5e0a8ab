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
import { useGroupDirectory, type GroupDirectory } from '../group-directory.ts';
import { GroupPicker } from '../group-picker.tsx';
import { accessOf, topGroup, type AccessRole } from '../model.ts';
import { effectiveFeatures, explain, type Explanation, type GroupChain, type Wanted } from '../privileges.ts';
import { rolesQuery } from '../queries.ts';
import { privilegeInWords } from '../feature-meanings.ts';
import { Name } from '../../../ui/name.tsx';

/** The question, as the address has it. */
export interface WhySearch {
  feature?: string | undefined;
  privilege?: string | undefined;
  group?: string | undefined;
}

/** Whether the user may do something somewhere: yes with the chain that gives it, or no with what would. */
export function WhyPage({ search, onAsk }: { search: WhySearch; onAsk(search: WhySearch): void }) {
  const { user } = useSession();
  const groups = useGroupDirectory();
  const roles = accessOf(user)?.roles ?? [];
  const feature = search.feature ?? 'group';
  const privilege = search.privilege ?? 'rw';
  // OIDC configurations and other things of the whole service are decided in the Default group.
  const group = search.group ?? (feature === 'palisade' ? topGroup : user.group.group_resource || topGroup);
  const chain = groups.chainOf(group);
  const wanted = { feature, privilege };
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
            label: value === privilegeInWords(value) ? value : `${value}, ${privilegeInWords(value)}`,
          }))}
          value={keyOf(privilege)}
          allowDeselect={false}
          onChange={(value) => value !== null && ask({ privilege: nameOf(value) })}
        />
        <GroupPicker label="Group" w={320} value={group} onChange={(path) => ask({ group: path })} />
      </Group>
      <Answer wanted={wanted} group={group} chain={chain} explanation={explain(roles, wanted, chain)} />
    </Page>
  );
}

// The field keeps its options in a plain object, in which a feature called `__proto__` would have no place.
const keyOf = (name: string) => `=${name}`;
const nameOf = (key: string) => key.slice(1);

interface AnswerProps {
  wanted: Wanted;
  group: string;
  chain: GroupChain;
  explanation: Explanation;
}

const headings = { yes: 'Yes', no: 'No', unknown: 'That cannot be told from here' };

function Answer({ wanted, group, chain, explanation }: AnswerProps) {
  const groups = useGroupDirectory();
  const { answer, reasons, near } = explanation;
  const what = (
    <>
      <code>{wanted.privilege}</code> on <code>{wanted.feature}</code> for <Name>{groups.nameOf(group)}</Name>
    </>
  );
  return (
    <>
      <Stack gap={8} className={classes.answer} data-answer={answer} role="status">
        <Title order={2}>{headings[answer]}</Title>
        {answer === 'yes' && <Text>You hold {what}, because:</Text>}
        {answer === 'no' && <Text>No role of yours grants {what}.</Text>}
        {answer === 'unknown' && (
          <Text>
            A role of yours grants it elsewhere. Whether that reaches <Name>{groups.nameOf(group)}</Name>{' '}
            depends on groups above it that you cannot see.
          </Text>
        )}
        {reasons.map(({ role, grant, through }) => (
          <ol key={`${role.path} ${through}`} className={classes.chain}>
            <li>
              you hold the role{' '}
              <strong>
                <Name>{role.name}</Name>
              </strong>
            </li>
            <li>which applies to {appliesTo(groups, through, group)}</li>
            <li>
              and grants <code>{grant.privilege}</code> on{' '}
              <code>
                <Name>{grant.name}</Name>
              </code>
              {grant.privilege !== wanted.privilege && <>, which includes {wanted.privilege}</>}
            </li>
          </ol>
        ))}
        {near.length > 0 && answer !== 'yes' && (
          <ul className={classes.chain}>
            {near.map(({ role, grant, lacks }) => (
              <li key={`${role.path} ${grant.privilege}`}>
                <strong>{role.name}</strong>{' '}
                {lacks === 'privilege' ? (
                  <>
                    grants only <code>{grant.privilege}</code>
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
      {answer !== 'yes' && <WhatWould wanted={wanted} group={group} chain={chain} />}
    </>
  );
}

function appliesTo(groups: GroupDirectory, through: string, group: string): string {
  const name = groups.nameOf(through);
  return through === group
    ? `${isolate(name)} itself`
    : `${isolate(name)}, and ${isolate(groups.nameOf(group))} is below it`;
}

/** Roles that would give it, where the user may see roles; and words to ask an administrator with. */
function WhatWould({ wanted, group, chain }: Omit<AnswerProps, 'explanation'>) {
  const { holds, user } = useSession();
  const groups = useGroupDirectory();
  const mayRead = holds('group_admin', 'ro');
  const { data } = useQuery({ ...rolesQuery(), enabled: mayRead });
  const roles = data?.roles;
  const giving = (roles ?? []).filter((role) => explain([role], wanted, chain).answer === 'yes');
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const request =
    `${isolate(user.login || 'I')} needs ${wanted.privilege} on the feature ${wanted.feature} ` +
    `for ${isolate(groups.nameOf(group))} (${group}): ${location.href}`;
  return (
    <section aria-labelledby="what-would">
      <Title order={2} id="what-would" mb={4}>
        What would give it
      </Title>
      {roles && giving.length === 0 && (
        <Text size="sm" mb={8}>
          {roles.length === 0
            ? 'You can see no role.'
            : roles.length === 1
              ? 'The one role that you can see does not grant it.'
              : `None of the ${count(roles.length, 'role')} that you can see grants it.`}
          {data && !data.complete && ' The service did not return all roles.'}
        </Text>
      )}
      {giving.length > 0 && (
        <Stack gap={2} mb={8}>
          {giving.map((role) => (
            <Text key={role.path} size="sm">
              <RoleLink role={role} />, which applies to{' '}
              {role.groups.map((path) => isolate(groups.nameOf(path))).join(', ')}
            </Text>
          ))}
        </Stack>
      )}
      <Text size="sm" mb={8}>
        {mayRead ? '' : 'You may not see which roles there are. '}
        An administrator can give you such a role.
      </Text>
      <Button size="xs" variant="default" onClick={() => copy(request)}>
        {copied ? 'Request copied' : 'Copy a request to an administrator'}
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
