import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { inputId } from '../../../data/oidc/fields.ts';
import type { Editor } from '../editor/use-editor.ts';
import { focusFieldAfterDialog } from '../editor/focus-field.ts';

/** Opens the field of the client secret for a link whose hash is the field's ID, which then leaves the address. */
export function useLinkedSecret({ secret, readOnly }: Editor): void {
  const isLinked = useLocation({ select: ({ hash }) => hash === inputId('client_secret') });
  const navigate = useNavigate();
  const open = useEffectEvent(() => {
    // So that the link can be followed again.
    void navigate({ to: '.', replace: true, resetScroll: false });
    if (readOnly) return;
    if (secret.mode === 'stored') secret.setMode('replacing');
    focusFieldAfterDialog('client_secret');
  });
  useEffect(() => {
    if (isLinked) open();
  }, [isLinked]);
}
