import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { readDraft, writeDraft } from '../../../lib/drafts.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { findConflicts, mergeChanges } from '../conflict/conflict.ts';
import { fieldNames, type FormValues } from '../../../data/oidc/fields.ts';
import type { Editor } from './use-editor.ts';

/** Unsaved values, with the values they were typed over. */
interface Draft {
  base: FormValues;
  mine: FormValues;
}

/**
 * Unsaved changes from before a reload or a new sign-in, applied to the current record.
 * @param key identifies the form
 * @param pristine what the form shows without changes
 */
export function useRestoredDraft(key: string, pristine: FormValues, readOnly: boolean): Draft | undefined {
  const { user } = useSession();
  const [restored] = useState(() =>
    readOnly ? undefined : restoreDraft(readDraft(user.user, key), pristine),
  );
  return restored;
}

/**
 * @returns the draft's changes applied to `pristine`; undefined if there are none. A field that someone else has changed, too,
 *   keeps the value it was typed over, so that saving asks which one to keep
 */
export function restoreDraft(draft: unknown, pristine: FormValues): Draft | undefined {
  if (!isDraft(draft)) return undefined;
  const conflicts = findConflicts(draft.base, draft.mine, pristine);
  const mine = Object.fromEntries(conflicts.map(({ field }) => [field, 'mine' as const]));
  const values = mergeChanges(pristine, conflicts, mine);
  const typedOver = conflicts.filter(({ overlaps }) => overlaps).map(({ field, base }) => [field, base]);
  const restored = { base: { ...pristine, ...Object.fromEntries(typedOver) }, mine: values };
  return fieldNames.some((name) => values[name] !== pristine[name]) ? restored : undefined;
}

function isDraft(value: unknown): value is Draft {
  const { base, mine } = (value ?? {}) as Partial<Draft>;
  return isForm(base) && isForm(mine);
}

function isForm(value: unknown): value is FormValues {
  const form = (value ?? {}) as Partial<FormValues>;
  return fieldNames.every((name) => typeof form[name] === 'string');
}

/** Stores unsaved changes, without the secret, until they are saved, also by a job, or the user leaves the page. */
export function useStoredDraft(key: string, editor: Editor, pristine: FormValues): void {
  const { user } = useSession();
  const { dirty, values, base, baseValues, keepsDraft } = editor;
  useEffect(() => {
    if (keepsDraft.current) return;
    const draft: Draft = { base: base ? baseValues : pristine, mine: values };
    writeDraft(user.user, key, dirty ? draft : undefined);
  }, [user.user, key, dirty, values, base, baseValues, pristine, keepsDraft]);
  const router = useRouter();
  const [{ pathname }] = useState(() => router.state.location);
  const onUnmount = useEffectEvent(() => {
    // On the same page, an error has replaced the form.
    const isLeft = router.state.location.pathname !== pathname;
    if (isLeft && !keepsDraft.current) writeDraft(user.user, key, undefined);
  });
  useEffect(() => () => onUnmount(), []);
}
