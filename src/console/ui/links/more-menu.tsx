import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { MoreIcon } from '../icons.tsx';

interface MoreMenuProps {
  label?: string;
  children: ReactNode;
}

/** Less frequent actions, in a menu beside the buttons for the others. */
export function MoreMenu({ label = 'More actions', children }: MoreMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={label}>
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
