import { useRef, useState } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { NotDone } from '../../../api/errors.ts';
import { readOidcOp } from '../../../data/oidc/providers.ts';
import { movedSecret, type MovedSecret } from '../../../data/oidc/moved-secret.ts';
import { useSend } from '../../../data/use-send.ts';
import type { Settle } from '../../../data/write.ts';
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
  const { submitting: saving, lost, send } = useSend();
  const { create, update } = useProviderWrites(provider, draft, onLeave);
  const [theirs, setTheirs] = useState<OidcOp>();
  const [unconfirmed, setUnconfirmed] = useState<{ moved: MovedSecret; proceed(): void }>();

  /** Whether the last save may have replaced the secret, which no one can see: then that's no one else's change. */
  const mayBeOurs = useRef(false);
  const run = (write: (settle: Settle) => Promise<void>) =>
    send(async (settle) => {
      problems.clear();
      try {
        await write(settle);
        mayBeOurs.current = false;
      } catch (error) {
        mayBeOurs.current = error instanceof NotDone;
        problems.show(error);
      }
    });
  const write = async (settle: Settle) => {
    const values = form.getValues();
    if (!base) return create(values, settle);
    const current = await readOidcOp(base.id);
    const isOurs = mayBeOurs.current && changedFields(baseValues, toForm(current)).length === 0;
    if (isOurs || current.updated_at === base.updated_at) return update(base, baseValues, values, settle);
    return setTheirs(current);
  };
  const confirmThen = (from: FormValues, values: FormValues, proceed: () => void) => {
    const moved = secret.mode === 'stored' ? movedSecret(from, values) : undefined;
    if (moved) setUnconfirmed({ moved, proceed });
    else proceed();
  };

  return {
    saving,
    lost,
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
        confirmThen(from, merged, () => void run((settle) => update(theirs, from, merged, settle)));
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
