import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

/** A link in a menu. In a file of its own, because Mantine's menus are large. */
export const MenuLink = createLink(
  (props: MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>) => (
    <Menu.Item component="a" {...props} />
  ),
);
