import { useEffect, useState } from 'react';
import { readDraft, writeDraft } from '../../../lib/drafts.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { conflictsOf, merged } from './conflict.ts';
import { fieldNames, type FormValues } from './fields.ts';
import type { Editor } from './use-editor.ts';

/** The form as it was kept, beside what it began with. */
interface Draft {
  base: FormValues;
  mine: FormValues;
}

/**
 * What was typed here before a reload or a renewed session, on top of what the record is now.
 * @param what tells forms apart
 * @param pristine what the form shows where nothing was kept
 */
export function useRestored(what: string, pristine: FormValues): FormValues | undefined {
  const { user } = useSession();
  const [restored] = useState(() => restore(readDraft(user.user, what), pristine));
  return restored;
}

/** @returns the kept changes on top of `pristine`; undefined where there are none */
export function restore(draft: unknown, pristine: FormValues): FormValues | undefined {
  if (!isDraft(draft)) return undefined;
  const conflicts = conflictsOf(draft.base, draft.mine, pristine);
  const mine = Object.fromEntries(conflicts.map(({ field }) => [field, 'mine' as const]));
  const values = merged(pristine, conflicts, mine);
  return fieldNames.some((name) => values[name] !== pristine[name]) ? values : undefined;
}

function isDraft(value: unknown): value is Draft {
  const { base, mine } = (value ?? {}) as Partial<Draft>;
  return isForm(base) && isForm(mine);
}

function isForm(value: unknown): value is FormValues {
  const form = (value ?? {}) as Partial<FormValues>;
  return fieldNames.every((name) => typeof form[name] === 'string');
}

/** Keeps what is unsaved until it is saved, or the page is left for another. The secret is not part of it. */
export function useKeptDraft(what: string, editor: Editor, pristine: FormValues): void {
  const { user } = useSession();
  const { dirty, values, base, baseValues } = editor;
  useEffect(() => {
    const draft: Draft = { base: base ? baseValues : pristine, mine: values };
    writeDraft(user.user, what, dirty ? draft : undefined);
  }, [user.user, what, dirty, values, base, baseValues, pristine]);
  useEffect(() => () => writeDraft(user.user, what, undefined), [user.user, what]);
}
