import { MultiSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../data/session/use-session.ts';
import { AccessChange } from '../explain/access-change.tsx';
import { useGroupDirectory } from '../group-directory.ts';
import { accessOf, type AccessRole } from '../model.ts';
import { lackingFor } from '../privileges.ts';
import { rolesQuery } from '../queries.ts';
import { isolate } from '../../../lib/text.ts';

interface RolesFieldProps {
  value: readonly string[];
  /** The roles before the change. */
  initial: readonly string[];
  error: string | undefined;
  onChange(paths: string[]): void;
}

/** Chooses roles, and says before saving what that adds and takes away. Roles that one may not give are disabled. */
export function RolesField({ value, initial, error, onChange }: RolesFieldProps) {
  const { user } = useSession();
  const groups = useGroupDirectory();
  const { data, error: problem } = useQuery(rolesQuery());
  const roles = data?.roles;
  const mine = accessOf(user)?.roles ?? [];
  const known = new Map((roles ?? []).map((role) => [role.path, role]));
  const paths = [...new Set([...initial, ...known.keys()])];
  const chosen = (list: readonly string[]): AccessRole[] =>
    list.flatMap((path) => {
      const role = known.get(path);
      return role ? [role] : [];
    });
  const lacking = (path: string) => {
    const role = known.get(path);
    return role && !initial.includes(path) ? lackingFor(role, mine, groups.chainOf)[0] : undefined;
  };
  return (
    <Stack gap={6}>
      <MultiSelect
        label="Roles"
        description="You can give what you hold yourself."
        searchable
        hidePickedOptions
        limit={60}
        nothingFoundMessage={roles ? 'No role fits' : 'Loading roles…'}
        placeholder={value.length === 0 ? 'Search roles' : ''}
        error={
          error ??
          (problem ? 'The roles could not be loaded: only the present ones can be chosen' : undefined)
        }
        data={paths.map((path) => ({
          value: path,
          label: known.get(path)?.name ?? path,
          disabled: lacking(path) !== undefined,
        }))}
        value={[...value]}
        onChange={onChange}
        renderOption={({ option }) => {
          const missing = lacking(option.value);
          return (
            <div>
              <div>{option.label}</div>
              <Text size="xs" className="muted">
                {missing
                  ? `You lack ${missing.wanted.privilege} on ${missing.wanted.feature} for ${isolate(groups.nameOf(missing.group))}`
                  : known.get(option.value)?.description}
              </Text>
            </div>
          );
        }}
      />
      {roles && <AccessChange before={chosen(initial)} after={chosen(value)} />}
    </Stack>
  );
}
