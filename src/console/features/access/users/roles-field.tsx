import { MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../data/session/use-session.ts';
import { AccessChange } from '../explain/access-change.tsx';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { readAccess, type AccessRole } from '../../../data/access/model.ts';
import { missingGrants } from '../../../data/access/privileges.ts';
import { rolesQuery } from '../../../data/access/roles.ts';
import { msg } from '../../../lib/text.ts';
import { distinctNames } from '../../../lib/matches.ts';

interface RolesFieldProps {
  value: readonly string[];
  /** The roles before editing. */
  initial: readonly string[];
  error: string | undefined;
  onChange(paths: string[]): void;
}

/** Selects roles and previews the privileges they add and remove. Roles that the user can't assign are disabled. */
export function RolesField({ value, initial, error, onChange }: RolesFieldProps) {
  const { user } = useSession();
  const groups = useGroupDirectory();
  const { data, error: problem } = useQuery(rolesQuery());
  const roles = data?.roles;
  const mine = readAccess(user)?.roles ?? [];
  const known = new Map((roles ?? []).map((role) => [role.path, role]));
  const paths = [...new Set([...initial, ...value, ...known.keys()])];
  const rolesAt = (list: readonly string[]): AccessRole[] =>
    list.flatMap((path) => {
      const role = known.get(path);
      return role ? [role] : [];
    });
  const labelOf = distinctNames(
    paths,
    (path) => known.get(path)?.name ?? path,
    (path) => path,
  );
  const missingFor = (path: string) => {
    const role = known.get(path);
    return role && !initial.includes(path) ? missingGrants(role, mine, groups.chainOf)[0] : undefined;
  };
  return (
    <Stack gap={6}>
      <MultiSelect
        label="Roles"
        description="You can only assign roles whose privileges you hold yourself."
        searchable
        hidePickedOptions
        limit={60}
        nothingFoundMessage={roles ? 'No matches' : 'Loading roles…'}
        placeholder={value.length === 0 ? 'Search roles' : ''}
        error={error ?? (problem ? "Couldn't load roles, so only the current ones are listed" : undefined)}
        data={paths.map((path) => ({
          value: path,
          label: labelOf(path),
          disabled: missingFor(path) !== undefined,
        }))}
        value={[...value]}
        onChange={onChange}
        renderOption={({ option }) => {
          const missing = missingFor(option.value);
          return (
            <div>
              <div>{option.label}</div>
              <Text size="xs" c="dimmed">
                {missing
                  ? msg`Needs ${missing.required.feature} · ${missing.required.privilege} on ${groups.nameOf(missing.group)}`
                  : known.get(option.value)?.description}
              </Text>
            </div>
          );
        }}
      />
      {roles && <AccessChange before={rolesAt(initial)} after={rolesAt(value)} />}
    </Stack>
  );
}
