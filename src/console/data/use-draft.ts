import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../lib/drafts.ts';
import { reapply } from './record-edit.ts';
import { useSession } from './session/use-session.ts';

/** Unsaved texts of a form, with what they were typed over. */
export interface Draft {
  base: object;
  mine: object;
}

/**
 * Unsaved changes from before a reload or a new sign-in, applied to what the form shows without them.
 * @param name identifies the form; undefined if it has no draft
 */
export function useRestoredDraft(name: string | undefined, pristine: object): Draft | undefined {
  const { user } = useSession();
  const [restored] = useState(() =>
    name === undefined ? undefined : restoreDraft(readDraft(user.user, name), pristine),
  );
  return restored;
}

/** @returns the draft's changes applied to `pristine`; undefined if there are none */
export function restoreDraft(draft: unknown, pristine: object): Draft | undefined {
  const { base, mine } = Object(draft) as Record<string, unknown>;
  if (!isForm(base, pristine) || !isForm(mine, pristine)) return undefined;
  const restored = reapply(base, mine, pristine);
  const values = new Map<string, unknown>(Object.entries(pristine));
  return Object.entries(restored.mine).some(([field, value]) => value !== values.get(field))
    ? restored
    : undefined;
}

function isForm(values: unknown, pristine: object): values is object {
  const texts = new Map<string, unknown>(Object.entries(Object(values) as object));
  return Object.keys(pristine).every((field) => typeof texts.get(field) === 'string');
}

/**
 * Stores unsaved changes until they are saved, also by a job, or the user leaves the page.
 * @param draft undefined if nothing has changed
 * @returns a function that leaves the draft to a job, which may still fail to save it
 */
export function useStoredDraft(name: string | undefined, draft: Draft | undefined): () => void {
  const { user } = useSession();
  const isKept = useRef(false);
  // As text, which is the same until something changes.
  const content = draft && JSON.stringify(draft);
  useEffect(() => {
    if (name === undefined || isKept.current) return;
    writeDraft(user.user, name, content === undefined ? undefined : JSON.parse(content));
  }, [user.user, name, content]);
  const router = useRouter();
  const [{ pathname }] = useState(() => router.state.location);
  const onUnmount = useEffectEvent(() => {
    // On the same page, an error has replaced the form.
    const isLeft = router.state.location.pathname !== pathname;
    if (isLeft && name !== undefined && !isKept.current) writeDraft(user.user, name, undefined);
  });
  useEffect(() => () => onUnmount(), []);
  return () => {
    isKept.current = true;
  };
}
