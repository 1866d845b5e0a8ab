import { useState } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { readOidcOp } from '../../../data/oidc/providers.ts';
import { movedSecret, type MovedSecret } from '../../../data/oidc/moved-secret.ts';
import type { FormValues } from '../../../data/oidc/fields.ts';
import { changedFields, toForm } from '../../../data/oidc/form-values.ts';
import type { FormProblems } from './use-form-problems.ts';
import type { ProviderForm } from './use-provider-form.ts';
import { useProviderWrites } from './use-provider-writes.ts';

type Save = ReturnType<typeof useSave>;
export type EditConflict = NonNullable<Save['conflict']>;
export type SecretConfirmation = NonNullable<Save['secretConfirmation']>;

/** Saves the form unless it has problems, someone else changed the record, or the secret needs a decision. */
export function useSave(
  provider: ProviderForm,
  problems: FormProblems,
  draft: string,
  onLeave: (withDraft: boolean) => void,
) {
  const { form, base, baseValues, secret, rebase } = provider;
  const { create, update } = useProviderWrites(provider, draft, onLeave);
  const [saving, setSaving] = useState(false);
  const [theirs, setTheirs] = useState<OidcOp>();
  const [unconfirmed, setUnconfirmed] = useState<{ moved: MovedSecret; proceed(): void }>();

  const run = async (write: () => Promise<void>) => {
    setSaving(true);
    problems.clear();
    try {
      await write();
    } catch (error) {
      problems.show(error);
    } finally {
      setSaving(false);
    }
  };
  const write = async () => {
    const values = form.getValues();
    if (!base) return create(values);
    const current = await readOidcOp(base.id);
    if (current.updated_at === base.updated_at) return update(base, baseValues, values);
    return setTheirs(current);
  };
  const confirmThen = (from: FormValues, values: FormValues, proceed: () => void) => {
    const moved = secret.mode === 'stored' ? movedSecret(from, values) : undefined;
    if (moved) setUnconfirmed({ moved, proceed });
    else proceed();
  };

  return {
    saving,
    save: () => {
      if (problems.check('save')) confirmThen(baseValues, form.getValues(), () => void run(write));
    },
    /** Someone else saved the record since it was opened. */
    conflict: theirs && {
      theirs,
      saveMerged: (merged: FormValues) => {
        const from = toForm(theirs);
        setTheirs(undefined);
        rebase(theirs, merged, changedFields(from, merged));
        confirmThen(from, merged, () => void run(() => update(theirs, from, merged)));
      },
      dismiss: () => setTheirs(undefined),
    },
    /** Saving would move the token endpoint away from the stored secret, and waits for confirmation. */
    secretConfirmation: unconfirmed && {
      moved: unconfirmed.moved,
      confirm: () => {
        setUnconfirmed(undefined);
        unconfirmed.proceed();
      },
      dismiss: () => setUnconfirmed(undefined),
    },
  };
}
