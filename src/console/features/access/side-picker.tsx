import type { SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../data/session/use-session.ts';
import type { Side } from '../../data/access/access-side.ts';
import { firstUsersQuery } from '../../data/access/users.ts';
import { roleNames, rolesQuery } from '../../data/access/roles.ts';
import { matches } from '../../lib/matches.ts';
import { firstOptions, SearchSelect } from '../../ui/search-select.tsx';

const maxFound = 30;

interface Choice {
  value: string;
  label: string;
  /** How the list of choices words it, if it differs: "Me" for "I". */
  option?: string;
}

interface SidePickerProps extends Pick<SelectProps, 'label' | 'aria-label' | 'w'> {
  value: Side;
  /** Display name of the value. */
  name: string;
  /** Choices that need no privilege. */
  own: readonly Choice[];
  /** API keys to offer, if any. */
  keys?: readonly Choice[];
  onChange(side: Side): void;
}

/** Selects whose access is shown. Roles and users are offered to those who can read them. */
export function SidePicker({
  value,
  name,
  own: ownChoices,
  keys = [],
  onChange,
  ...common
}: SidePickerProps) {
  const { holds } = useSession();
  const mayRead = holds('group_admin', 'ro');
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, 200);
  const own = ownChoices.find((choice) => choice.value === value)?.label ?? name;
  const { data: { roles } = { roles: [] } } = useQuery({ ...rolesQuery, enabled: mayRead });
  const { data: users = [], isPlaceholderData } = useQuery({
    ...firstUsersQuery(searched, maxFound + 1),
    enabled: mayRead,
    placeholderData: keepPreviousData,
  });
  const isFound = (item: Choice) => matches(text, item.option ?? item.label);
  const roleName = roleNames(roles);
  const roleItems = roles.map((role) => ({ value: role.path, label: roleName(role) })).filter(isFound);
  // Enter would choose one of an earlier search.
  const isEarlier = isPlaceholderData || searched !== text;
  const matching = isEarlier
    ? users.filter((user) => matches(text, user.login, user.display_name ?? ''))
    : users;
  const userItems = matching.map((user) => ({ value: user.user_resource, label: user.login }));
  const keyItems = keys.filter(isFound);
  const offered = [...ownChoices, ...roleItems, ...userItems.slice(0, maxFound), ...keyItems];
  const access = {
    group: 'Access',
    items: [
      ...ownChoices.filter(isFound),
      ...(value === '' || text !== '' || offered.some((choice) => choice.value === value)
        ? []
        : [{ value, label: name }]),
    ],
  };
  const found = [
    { group: 'API keys', items: keyItems },
    { group: 'Roles', items: roleItems },
    { group: 'Users', items: firstOptions(userItems, maxFound) },
  ];
  return (
    <SearchSelect
      {...common}
      value={value}
      shown={own}
      placeholder="Search users and roles"
      data={[access, ...found]}
      renderOption={({ option: { value: offeredValue, label } }) =>
        ownChoices.find((choice) => choice.value === offeredValue)?.option ?? label
      }
      onSearch={setText}
      onChange={onChange}
    />
  );
}
