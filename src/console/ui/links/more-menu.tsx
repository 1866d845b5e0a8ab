import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { MoreIcon } from '../icons.tsx';

/** Less frequent actions, in a menu beside the buttons for the others. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label="More actions">
          <MoreIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
