import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Name } from '../../ui/name.tsx';
import { useGroupDirectory } from './group-directory.tsx';
import type { PrivilegeOnGroup } from '../access/fixes.ts';
import { Needed } from '../access/privilege-chips.tsx';

/** Says which privilege the user lacks. @param children what for: "edit Acme" */
export function MissingPrivilege({ required, group, children }: PrivilegeOnGroup & { children: ReactNode }) {
  const groups = useGroupDirectory();
  return (
    <Text c="dimmed">
      You don't have permission to {children} (needs <Needed {...required} /> on{' '}
      <Name>{groups.nameOf(group)}</Name>).{' '}
      <Link to="/access/can" search={{ ...required, group }}>
        What would allow this?
      </Link>
    </Text>
  );
}
