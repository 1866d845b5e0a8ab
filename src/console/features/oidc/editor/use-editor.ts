import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  oidcOpCreateBody,
  oidcOpUpdateBody,
  type OidcOp,
  type OidcOpCreate,
  type OidcOpUpdate,
} from '../../../../contract/oidc/oidc-ops.ts';
import { isStatus, NotDone } from '../../../api/errors.ts';
import { fieldNames, inputs, type FieldName, type FormValues } from '../../../data/oidc/fields.ts';
import {
  changedFields,
  emptyForm,
  toCreateRequest,
  toForm,
  toUpdateRequest,
  blankProblems,
} from '../../../data/oidc/form-values.ts';
import { movedSecret, type MovedSecret } from '../../../data/oidc/moved-secret.ts';
import { readOidcOp } from '../../../data/oidc/providers.ts';
import { useSentForm } from '../../../data/record-form.ts';
import { useSession } from '../../../data/session/use-session.ts';
import type { Settle } from '../../../data/write.ts';
import { writeDraft } from '../../../lib/drafts.ts';
import { msg } from '../../../lib/text.ts';
import { useSecret } from '../../../ui/secret-field.tsx';
import { syntaxProblem } from '../username/evaluate.ts';
import { draftNameOf, useProviderWrites, type EditorValues } from './use-provider-writes.ts';

export type Editor = ReturnType<typeof useEditor>;

interface EditorInput {
  op: OidcOp | undefined;
  /** What the form shows first. */
  initial: FormValues;
  /** What it shows without changes; differs from `initial` when a draft was restored. */
  pristine: FormValues;
  readOnly: boolean;
  /** The name of the form's draft. */
  draft: string;
}

/** Someone else saved the record since it was opened: merges both, or leaves the form as it is. */
export interface EditConflict {
  theirs: OidcOp;
  saveMerged(merged: FormValues): void;
  dismiss(): void;
}

/** Saving would move the token endpoint away from the stored secret, and waits for confirmation. */
export interface SecretConfirmation {
  moved: MovedSecret;
  confirm(): void;
  dismiss(): void;
}

/** The editor of one provider: its form, what has changed, and what saving does. */
export function useEditor({ op, initial, pristine, readOnly, draft }: EditorInput) {
  const navigate = useNavigate();
  const { user } = useSession();
  const [base, setBase] = useState(op);
  const [baseValues, setBaseValues] = useState(op ? toForm(op) : emptyForm);
  const [attempt, setAttempt] = useState<'save' | 'sign-in test'>('save');
  const [rejectedTests, setRejectedTests] = useState(0);
  const [gone, setGone] = useState(false);
  const [conflict, setConflict] = useState<EditConflict>();
  const [secretConfirmation, setSecretConfirmation] = useState<SecretConfirmation>();
  const secret = useSecret(op !== undefined);
  const leaving = useRef(false);
  const keepsDraft = useRef(readOnly);
  /** Whether the last save may have replaced the secret, which no one can see: then that's no one else's change. */
  const mayBeOurs = useRef(false);
  const markLeaving = (withDraft = false) => {
    leaving.current = true;
    keepsDraft.current = withDraft;
  };

  const { form, values, errors, state, problems, submit, send } = useSentForm<
    EditorValues,
    OidcOpCreate | OidcOpUpdate
  >({
    initial,
    fields: inputs,
    schema: base ? oidcOpUpdateBody : oidcOpCreateBody,
    mode: 'onTouched',
    toData: (typed) =>
      base ? toUpdateRequest(baseValues, typed, secret.read()) : toCreateRequest(typed, secret.read() ?? ''),
    check: (typed) => {
      const { username_path: path } = typed;
      const syntax = path === '' || path === baseValues.username_path ? undefined : syntaxProblem(path);
      const invalid = syntax && `Invalid JMESPath at character ${syntax.position + 1}: ${syntax.message}`;
      return { ...(base && blankProblems(baseValues, typed)), ...(invalid && { username_path: invalid }) };
    },
    send: (_data, settle) =>
      unlessGone(
        write(settle).catch((error: unknown) => {
          mayBeOurs.current ||= error instanceof NotDone;
          throw error;
        }),
      ),
  });
  useEffect(() => {
    // What a field requires may depend on another field, and the library validates only the one that changed.
    const left = problems();
    const solved = fieldNames.filter((name) => errors[name]?.type === 'contract' && !left[name]);
    if (solved.length > 0) form.clearErrors(solved);
  });

  /** Makes `record` the base, and keeps the `edited` fields of `edits` as unsaved changes. */
  const rebase = (record: OidcOp, edits: FormValues, edited: readonly FieldName[]) => {
    setBase(record);
    setBaseValues(toForm(record));
    form.reset(toForm(record));
    for (const name of edited) form.setValue(name, edits[name]);
  };
  const { create, update } = useProviderWrites({ form, secret, rebase }, draft, markLeaving);

  /** Says so if someone else has deleted the provider. */
  const unlessGone = async (work: Promise<void>) => {
    try {
      await work;
    } catch (error) {
      if (!base || !isStatus(error, 404)) throw error;
      setGone(true);
      throw new Error(msg`${base.name} no longer exists`, { cause: error });
    }
  };
  const write = async (settle: Settle): Promise<void> => {
    const sent = form.getValues();
    const wasOurs = mayBeOurs.current;
    mayBeOurs.current = false;
    if (!base) return create(sent, settle);
    if (!(await keepsSecret(baseValues, sent))) return undefined;
    const current = await readOidcOp(base.id);
    const isOurs = wasOurs && changedFields(baseValues, toForm(current)).length === 0;
    if (isOurs || current.updated_at === base.updated_at) return update(base, baseValues, sent, settle);
    const merged = await mergeWith(current);
    if (!merged) return undefined;
    const from = toForm(current);
    rebase(current, merged, changedFields(from, merged));
    return (await keepsSecret(from, merged)) ? update(current, from, merged, settle) : undefined;
  };
  const mergeWith = (theirs: OidcOp) =>
    new Promise<FormValues | undefined>((resolve) => {
      const end = (merged?: FormValues) => {
        setConflict(undefined);
        resolve(merged);
      };
      setConflict({ theirs, saveMerged: end, dismiss: () => end() });
    });
  /** Asks if the stored secret would stay at another origin. */
  const keepsSecret = async (from: FormValues, to: FormValues) => {
    const moved = secret.mode === 'stored' ? movedSecret(from, to) : undefined;
    if (!moved) return true;
    return new Promise<boolean>((resolve) => {
      const end = (confirmed: boolean) => {
        setSecretConfirmation(undefined);
        resolve(confirmed);
      };
      setSecretConfirmation({ moved, confirm: () => end(true), dismiss: () => end(false) });
    });
  };

  const begin = (kind: typeof attempt) => {
    setAttempt(kind);
    setGone(false);
    setRejectedTests(0);
  };
  const { isSubmitSuccessful, submitCount } = form.formState;
  const { rest, mayRepeat = false } = state.problems;
  const isRejected = rest.length > 0 || rejectedTests > 0 || (submitCount > 0 && !isSubmitSuccessful);
  return {
    form,
    values,
    errors,
    /** The record as opened or last saved; undefined for a new one. */
    base,
    baseValues,
    secret,
    rebase,
    readOnly,
    /** Whether leaving would lose changes. */
    dirty: secret.filled || changedFields(base ? baseValues : pristine, values).length > 0,
    set: (field: FieldName, value: string) =>
      form.setValue(field, value, { shouldTouch: true, shouldValidate: true }),
    /** What the last attempt was, what prevented it besides the fields' problems, and how many there were. */
    attempt: {
      kind: attempt,
      isRejected,
      number: submitCount + rejectedTests,
      general: rest,
      gone,
      mayRepeat,
    },
    saving: state.submitting && attempt === 'save' && !conflict && !secretConfirmation,
    lost: state.lost,
    isValid: () => Object.keys(problems()).length === 0,
    save: () => {
      begin('save');
      submit();
    },
    /** Starts a sign-in test, unless the form has problems. A test shows the claims, to choose the username expression from. */
    test: (start: () => Promise<void>) => {
      const typed = form.getValues();
      const isOptional = (name: string) =>
        (name === 'name' || name === 'username_path') && typed[name] === '';
      const invalid = Object.keys(problems()).filter((name) => !isOptional(name)) as (keyof EditorValues)[];
      const isReady = invalid.length === 0;
      begin('sign-in test');
      let isRejectedNow = !isReady;
      const started = send(async () => {
        if (!isReady) return;
        await unlessGone(start()).catch((error: unknown) => {
          isRejectedNow = true;
          throw error;
        });
      });
      void started.then(async () => {
        if (!isReady) await form.trigger(invalid);
        if (isRejectedNow) setRejectedTests(1);
      });
      return isReady;
    },
    conflict,
    secretConfirmation,
    /** Opens the form of a new provider with these values, except for the secret. */
    createAgain: () => {
      markLeaving();
      writeDraft(user.user, draftNameOf(undefined), { base: emptyForm, mine: form.getValues() });
      return navigate({ to: '/oidc/new' });
    },
    /** Goes to the list without asking about unsaved changes. */
    leave: () => {
      markLeaving();
      return navigate({ to: '/oidc' });
    },
    /** Whether the editor itself is leaving the page. */
    leaving,
    /** Whether its draft stays, because a job may still fail to save it. */
    keepsDraft,
  };
}
