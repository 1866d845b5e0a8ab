import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type LinkOf<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A link that looks like a button. */
export const ButtonLink = createLink((props: LinkOf<ButtonProps>) => <Button component="a" {...props} />);

/** A link with the props of Mantine's texts. */
export const AnchorLink = createLink((props: LinkOf<AnchorProps>) => <Anchor {...props} />);
