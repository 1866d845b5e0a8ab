import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useOffline } from '../lib/use-offline.ts';

type ActionButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/** A button that needs the service: without a network it does nothing, and says why. */
export function ActionButton({ children, ...props }: ActionButtonProps) {
  const offline = useOffline();
  if (!offline) return <Button {...props}>{children}</Button>;
  return (
    <Button
      {...props}
      // Not `disabled`: the focus would be lost, and with it the reason.
      data-disabled
      aria-disabled
      title="You are offline: this is possible again when the connection is back"
      onClick={(event) => event.preventDefault()}
    >
      {children}
    </Button>
  );
}
