import { Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type LinkOf<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A link that looks like a button. */
export const ButtonLink = createLink((props: LinkOf<ButtonProps>) => <Button component="a" {...props} />);

/** A link in a menu. */
export const MenuLink = createLink((props: LinkOf<MenuItemProps>) => <Menu.Item component="a" {...props} />);

/** A link with the props of Mantine's texts. */
export const AnchorLink = createLink((props: LinkOf<AnchorProps>) => <Anchor {...props} />);
