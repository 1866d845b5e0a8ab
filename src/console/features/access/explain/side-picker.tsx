import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../data/session/use-session.ts';
import type { Side } from '../../../data/access/access-side.ts';
import { firstUsersQuery } from '../../../data/access/users.ts';
import { rolesQuery } from '../../../data/access/roles.ts';

const maxFound = 30;

/** Choices that need no privilege. */
const ownChoices = [
  { value: 'me', label: 'Me' },
  { value: 'pasted', label: 'A pasted authentication result' },
];

interface SidePickerProps {
  label: string;
  value: Side;
  /** Display name of the value. */
  name: string;
  onChange(side: Side): void;
}

/** Selects a side of the comparison. Roles and users are offered to those who can read them. */
export function SidePicker({ label, value, name, onChange }: SidePickerProps) {
  const { holds } = useSession();
  const mayRead = holds('group_admin', 'ro');
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, 200);
  const own = ownChoices.find((choice) => choice.value === value)?.label ?? name;
  // While the field shows the selection's own label, the user isn't searching.
  const typed = text === own ? '' : text.toLowerCase();
  const search = searched === own ? '' : searched;
  const { data: { roles } = { roles: [] } } = useQuery({ ...rolesQuery(), enabled: mayRead });
  const { data: users = [] } = useQuery({
    ...firstUsersQuery(search, maxFound),
    enabled: mayRead,
    placeholderData: keepPreviousData,
  });
  const matches = (item: { label: string }) => item.label.toLowerCase().includes(typed);
  const roleItems = roles.map((role) => ({ value: role.path, label: role.name })).filter(matches);
  const userItems = users.map((user) => ({ value: user.user_resource ?? '', label: user.login ?? '' }));
  const listed = [...roleItems, ...userItems].some((item) => item.value === value);
  return (
    <Select
      label={label}
      w={280}
      searchable
      allowDeselect={false}
      value={value}
      data={[
        {
          group: 'Access',
          items: [
            ...ownChoices.filter((choice) => choice.value === value || matches(choice)),
            ...(listed || ownChoices.some((choice) => choice.value === value)
              ? []
              : [{ value, label: name }]),
          ],
        },
        { group: 'Roles', items: roleItems },
        { group: 'Users', items: userItems },
      ]}
      // The service has already searched the users; roles are filtered above.
      filter={({ options }) => options}
      maxDropdownHeight={320}
      nothingFoundMessage="No matches"
      onSearchChange={setText}
      onChange={(side) => side !== null && onChange(side)}
    />
  );
}
