import type { ComboboxItem, SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../data/session/use-session.ts';
import { firstUsersQuery } from '../../data/access/users.ts';
import { roleNames, rolesQuery } from '../../data/access/roles.ts';
import { matches } from '../../lib/matches.ts';
import { firstOptions, SearchSelect } from '../../ui/search-select.tsx';

const maxFound = 30;

interface SidePickerProps extends Pick<SelectProps, 'label' | 'aria-label' | 'w'> {
  /** `me`, or the path of a user, a role or an API key; empty for none. */
  value: string;
  /** Display name of the value. */
  name: string;
  /** What the field shows for the signed-in user: "I". */
  me?: string;
  /** API keys to offer, if any. */
  keys?: readonly ComboboxItem[];
  onChange(value: string): void;
}

/** Selects whose access is shown. Roles and users are offered to those who can read them. */
export function SidePicker({ value, name, me = 'Me', keys = [], onChange, ...common }: SidePickerProps) {
  const { holds } = useSession();
  const mayRead = holds('group_admin', 'ro');
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text, 200);
  const { data: { roles } = { roles: [] } } = useQuery({ ...rolesQuery, enabled: mayRead });
  const { data: users = [], isPlaceholderData } = useQuery({
    ...firstUsersQuery(searched, maxFound + 1),
    enabled: mayRead,
    placeholderData: keepPreviousData,
  });
  const isFound = ({ label }: ComboboxItem) => matches(text, label);
  const roleName = roleNames(roles);
  const own = matches(text, 'Me') ? [{ value: 'me', label: me }] : [];
  const roleItems = roles.map((role) => ({ value: role.path, label: roleName(role) })).filter(isFound);
  // Enter would choose one of an earlier search.
  const isEarlier = isPlaceholderData || searched !== text;
  const matching = isEarlier
    ? users.filter((user) => matches(text, user.login, user.display_name ?? ''))
    : users;
  const userItems = matching.map((user) => ({ value: user.user_resource, label: user.login }));
  const keyItems = keys.filter(isFound);
  const offered = [...own, ...roleItems, ...userItems.slice(0, maxFound), ...keyItems];
  const isMissing = value !== '' && text === '' && !offered.some((choice) => choice.value === value);
  return (
    <SearchSelect
      {...common}
      value={value}
      shown={value === 'me' ? me : name}
      placeholder="Search users and roles"
      data={[
        { group: 'Access', items: [...own, ...(isMissing ? [{ value, label: name }] : [])] },
        { group: 'API keys', items: keyItems },
        { group: 'Roles', items: roleItems },
        { group: 'Users', items: firstOptions(userItems, maxFound) },
      ]}
      renderOption={({ option }) => (option.value === 'me' ? 'Me' : option.label)}
      onSearch={setText}
      onChange={onChange}
    />
  );
}
