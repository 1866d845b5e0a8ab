import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Group,
  Menu,
  type MenuItemProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { ArrowLeftIcon } from '../icons.tsx';

type LinkOf<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A link that looks like a button. */
export const ButtonLink = createLink((props: LinkOf<ButtonProps>) => <Button component="a" {...props} />);

/** A link with the props of Mantine's texts. */
export const AnchorLink = createLink((props: LinkOf<AnchorProps>) => <Anchor {...props} />);

/** A link in a menu. */
export const MenuLink = createLink((props: LinkOf<MenuItemProps>) => <Menu.Item component="a" {...props} />);

/** A link from a record to its list. */
export const BackLink = createLink(({ children, ...props }: LinkOf<AnchorProps>) => (
  <Anchor w="fit-content" underline="hover" {...props}>
    <Group gap={4} component="span">
      <ArrowLeftIcon /> {children}
    </Group>
  </Anchor>
));
