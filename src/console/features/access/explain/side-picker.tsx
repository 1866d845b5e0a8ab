import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usersEndpoints } from '../../../../contract/endpoints/users.ts';
import { call } from '../../../api/client.ts';
import { useSession } from '../../../data/session/use-session.ts';
import type { Side } from './access-side.ts';
import { rolesQuery } from '../queries.ts';

const foundMost = 30;

/** What everybody can choose. */
const ownChoices = [
  { value: 'me', label: 'Me' },
  { value: 'pasted', label: 'A pasted authentication result' },
];

interface SidePickerProps {
  label: string;
  value: Side;
  /** What the value is called. */
  name: string;
  onChange(side: Side): void;
}

/** Chooses what to compare: oneself, a pasted result, and where they may be read a role or a user. */
export function SidePicker({ label, value, name, onChange }: SidePickerProps) {
  const { holds } = useSession();
  const mayRead = holds('group_admin', 'ro');
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, 200);
  const own = ownChoices.find((choice) => choice.value === value)?.label ?? name;
  // While the name of what is chosen stands in the field, nothing is being looked for.
  const wanted = text === own ? '' : text.toLowerCase();
  const search = searched === own ? '' : searched;
  const { data: { roles } = { roles: [] } } = useQuery({ ...rolesQuery(), enabled: mayRead });
  const { data: users = [] } = useQuery({
    queryKey: ['users', 'find', search],
    enabled: mayRead,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { limit: foundMost, ...(search === '' ? {} : { search }) };
      return (await call(usersEndpoints.listUsers, { query, signal })).body.data.slice(0, foundMost);
    },
  });
  const fits = (item: { label: string }) => item.label.toLowerCase().includes(wanted);
  const roleItems = roles.map((role) => ({ value: role.path, label: role.name })).filter(fits);
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
            ...ownChoices.filter((choice) => choice.value === value || fits(choice)),
            ...(listed || ownChoices.some((choice) => choice.value === value)
              ? []
              : [{ value, label: name }]),
          ],
        },
        { group: 'Roles', items: roleItems },
        { group: 'Users', items: userItems },
      ]}
      // Users were searched by the service, roles above.
      filter={({ options }) => options}
      maxDropdownHeight={320}
      nothingFoundMessage="Nothing fits"
      onSearchChange={setText}
      onChange={(side) => side !== null && onChange(side)}
    />
  );
}
