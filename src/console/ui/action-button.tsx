import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useOffline } from '../lib/use-offline.ts';

type ActionButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/** A button that needs the service: while offline it's disabled and says why. */
export function ActionButton({ children, ...props }: ActionButtonProps) {
  const offline = useOffline();
  if (!offline) return <Button {...props}>{children}</Button>;
  return (
    <Button
      {...props}
      // Not `disabled`, which would lose the focus and so hide the reason.
      data-disabled
      aria-disabled
      title="You’re offline. Try again when you’re back online."
      onClick={(event) => event.preventDefault()}
    >
      {children}
    </Button>
  );
}
