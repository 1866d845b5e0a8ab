import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';
import { useOffline } from '../lib/browser-state.ts';

type ActionButtonProps = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

const inert = { 'aria-disabled': true, onClick: doNothing } as const;

/** For a button that does nothing for now. Unlike `disabled`, this keeps the focus. */
export const unavailable = { ...inert, 'data-disabled': true } as const;

/** A button that needs the service. While offline, it does nothing, and says why. */
export function ActionButton(props: ActionButtonProps) {
  const reason = { ...unavailable, title: "You're offline. Try again when you're back online." };
  return <LoadingButton {...props} {...(useOffline() && reason)} />;
}

/** A button that does nothing while it's loading. */
export function LoadingButton(props: ActionButtonProps) {
  return (
    <Button
      {...props}
      {...(props.loading && inert)}
      // Not `disabled`, which would lose the focus and hide the reason.
      renderRoot={(root: ComponentPropsWithoutRef<'button'>) => (
        <button {...root} disabled={props.disabled} />
      )}
    />
  );
}

function doNothing(event: MouseEvent) {
  event.preventDefault();
}
