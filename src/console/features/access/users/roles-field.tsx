import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../data/session/use-session.ts';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import type { AccessRole } from '../../../data/access/model.ts';
import { missingGrants, compareRoles, type Difference } from '../../../data/access/privileges.ts';
import { rolesQuery } from '../../../data/access/roles.ts';
import { FeatureName, Needed, Privileges } from '../../../data/access/privilege-chips.tsx';
import { distinctNames, matches } from '../../../lib/matches.ts';
import classes from '../access.module.css';
import { Name } from '../../../ui/name.tsx';
import { firstOptions } from '../../../ui/search-select.tsx';
import { SearchMultiSelect } from '../search-multi-select.tsx';

interface RolesFieldProps {
  value: readonly string[];
  /** The roles before editing. */
  initial: readonly string[];
  error: string | undefined;
  onChange(paths: string[]): void;
}

/** Selects roles and previews the privileges they add and remove. Roles that the user can't assign are disabled. */
export function RolesField({ value, initial, error, onChange }: RolesFieldProps) {
  const { holdsOn } = useSession();
  const groups = useGroupDirectory();
  const [text, setText] = useState('');
  const { data, error: problem } = useQuery(rolesQuery);
  const roles = data?.roles;
  const known = new Map((roles ?? []).map((role) => [role.path, role]));
  const paths = [...new Set([...initial, ...value, ...known.keys()])];
  const rolesAt = (list: readonly string[]): AccessRole[] => list.flatMap((path) => known.get(path) ?? []);
  const labelOf = distinctNames(
    paths,
    (path) => known.get(path)?.name ?? path,
    (path) => path,
  );
  const missingFor = (path: string) => {
    const role = known.get(path);
    return role && !initial.includes(path) ? missingGrants(role, holdsOn, groups.chainOf)[0] : undefined;
  };
  return (
    <Stack gap={6}>
      <SearchMultiSelect
        label="Roles"
        description="You can only assign roles whose privileges you hold yourself."
        text={text}
        onText={setText}
        filter={({ options, search }) =>
          firstOptions(
            options.flatMap((option) => ('value' in option && matches(search, option.label) ? option : [])),
            60,
          )
        }
        nothingFoundMessage={roles ? 'No matches' : 'Loading roles…'}
        placeholder={value.length === 0 ? 'Search roles' : ''}
        error={error ?? (problem ? "Couldn't load roles, so only the current ones are listed" : undefined)}
        data={paths.map((path) => ({
          value: path,
          label: labelOf(path),
          disabled: missingFor(path) !== undefined,
        }))}
        value={value}
        onChange={onChange}
        renderOption={({ option }) => {
          const missing = missingFor(option.value);
          return (
            <div>
              <div>{option.label}</div>
              <Text size="xs" c="dimmed">
                {missing ? (
                  <>
                    <Needed {...missing.required} /> is needed on <Name>{groups.nameOf(missing.group)}</Name>
                  </>
                ) : (
                  known.get(option.value)?.description
                )}
              </Text>
            </div>
          );
        }}
      />
      {roles && <AccessChange before={rolesAt(initial)} after={rolesAt(value)} />}
    </Stack>
  );
}

interface AccessChangeProps {
  before: readonly AccessRole[];
  after: readonly AccessRole[];
}

/** The privileges that saving would add and remove. */
function AccessChange({ before, after }: AccessChangeProps) {
  const groups = useGroupDirectory();
  const changes = compareRoles(before, after, groups.chainOf).filter((row) => !row.same);
  return (
    <div role="status" aria-label="What this changes">
      {changes.length === 0 ? (
        <Text c="dimmed">{noChangeText(before, after)}</Text>
      ) : (
        <ul className={classes.chain}>
          {changes.map((change) => (
            <Text
              component="li"
              key={`${change.feature} ${change.group}`}
              c={change.right.length === 0 ? 'var(--danger)' : 'var(--accent)'}
            >
              <Change change={change} />
            </Text>
          ))}
        </ul>
      )}
    </div>
  );
}

function Change({ change: { feature, group, left, right } }: { change: Difference }) {
  const groups = useGroupDirectory();
  return (
    <>
      {right.length === 0 ? 'Removes' : left.length === 0 ? 'Adds' : 'Changes'} <FeatureName name={feature} />
      : {left.length > 0 && <Privileges of={left} />}
      {left.length > 0 && right.length > 0 && ' → '}
      {right.length > 0 && <Privileges of={right} />} on <Name>{groups.nameOf(group)}</Name> and its subgroups
    </>
  );
}

function noChangeText(before: readonly AccessRole[], after: readonly AccessRole[]): string {
  const pathsOf = (roles: readonly AccessRole[]) =>
    roles
      .map((role) => role.path)
      .toSorted()
      .join();
  if (pathsOf(before) !== pathsOf(after)) return 'No change: other roles grant the same privileges.';
  return after.length === 0 ? "Without a role, the user doesn't have access to anything." : 'No change';
}
