import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';
import { useOffline } from '../lib/use-offline.ts';

type ActionButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/** A button that needs the service. While it's loading, it does nothing; while offline, it also says why. */
export function ActionButton(props: ActionButtonProps) {
  const offline = useOffline();
  if (!offline && props.loading !== true) return <Button {...props} />;
  return (
    <Button
      {...props}
      {...(offline && { 'data-disabled': true, title: 'You’re offline. Try again when you’re back online.' })}
      // Not `disabled`, which would lose the focus and so hide the reason.
      renderRoot={(root: ComponentPropsWithoutRef<'button'>) => (
        <button {...root} disabled={props.disabled} />
      )}
      aria-disabled
      onClick={doNothing}
    />
  );
}

function doNothing(event: MouseEvent) {
  event.preventDefault();
}
