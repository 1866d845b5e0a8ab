import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import {
  oidcOpCreateBody,
  oidcOpUpdateBody,
  type OidcOp,
  type OidcOpCreate,
  type OidcOpUpdate,
} from '../../../../contract/oidc/oidc-ops.ts';
import { UnknownOutcome } from '../../../api/errors.ts';
import { fieldNames, type FieldName, type FormValues, labels } from '../../../data/oidc/fields.ts';
import {
  changedFields,
  emptyForm,
  toCreateRequest,
  toForm,
  toUpdateRequest,
  blankProblems,
  type RequestData,
} from '../../../data/oidc/form-values.ts';
import { movedSecret, type MovedSecret } from '../../../data/oidc/moved-secret.ts';
import {
  hideOidcOps,
  readOidcOp,
  createOidcOp,
  oidcOpQuery,
  refreshOidcOps,
  showOidcOp,
  updateOidcOp,
} from '../../../data/oidc/providers.ts';
import { useSentForm, undoOffer } from '../../../data/record-form.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { unlessGone as unlessRecordGone } from '../../../data/write.ts';
import { writeDraft } from '../../../lib/drafts.ts';
import { msg } from '../../../lib/text.ts';
import { useSecret } from '../../../ui/secret-field.tsx';
import { syntaxProblem } from '../username/evaluate.ts';
import type { UseFormReturn } from 'react-hook-form';
import { findConflicts } from '../conflict/conflict.ts';
import { useNavigateHere } from '../../../data/use-navigate-here.ts';
import { registeredCommands } from '../../../data/commands.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { fieldsOf, requestToUndo } from '../../../data/oidc/undo-save.ts';
import { queryClient } from '../../../query-client.ts';

export type Editor = ReturnType<typeof useEditor>;

interface EditorInput {
  op: OidcOp | undefined;
  /** What the form shows first. */
  initial: FormValues;
  /** What its changes were typed over. */
  typedOver: FormValues;
  /** What it shows without changes; differs from `initial` when a draft was restored. */
  pristine: FormValues;
  readOnly: boolean;
  /** The name of the form's draft. */
  draft: string;
}

/** What a save waits for the user to answer; without an answer, nothing is saved. */
export interface Question<About, Answer> {
  about: About;
  answer(given?: Answer): void;
}

function useQuestion<About, Answer>() {
  const [question, setQuestion] = useState<Question<About, Answer>>();
  const ask = (about: About) =>
    new Promise<Answer | undefined>((resolve) => {
      const answer = (given?: Answer) => {
        setQuestion(undefined);
        resolve(given);
      };
      setQuestion({ about, answer });
    });
  return [question, ask] as const;
}

/** The editor of one provider: its form, what has changed, and what saving does. */
export function useEditor({ op, initial, typedOver, pristine, readOnly, draft }: EditorInput) {
  const navigate = useNavigate();
  const { user } = useSession();
  const [base, setBase] = useState(op);
  const [baseValues, setBaseValues] = useState(op ? typedOver : emptyForm);
  const [attempt, setAttempt] = useState<'save' | 'sign-in test'>('save');
  const [rejectedTests, setRejectedTests] = useState(0);
  const [gone, setGone] = useState(false);
  /** Someone else saved the record since it was opened: what the form should have then. */
  const [conflict, mergeWith] = useQuestion<OidcOp, FormValues>();
  /** Saving would move the token endpoint away from the stored secret. */
  const [movedFrom, confirmMove] = useQuestion<MovedSecret, true>();
  const secret = useSecret(op !== undefined);
  const leaving = useRef(false);
  const keepsDraft = useRef(readOnly);
  /** What was sent with a save whose response was lost: if the record has it, that's no one else's change. */
  const lost = useRef<FormValues>(undefined);
  const markLeaving = (withDraft = false) => {
    leaving.current = true;
    keepsDraft.current = withDraft;
  };

  const { form, values, errors, state, problems, submit, send } = useSentForm<
    EditorValues,
    OidcOpCreate | OidcOpUpdate
  >({
    initial,
    fields: labels,
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
    send: () => unlessGone(write()),
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
    if (!base) return work;
    const done = await unlessRecordGone(
      work.then(() => true),
      () => readOidcOp(base.id),
    );
    if (done) return undefined;
    setGone(true);
    hideOidcOps([base.id]);
    throw new Error(msg`${base.name} no longer exists`);
  };
  const save = async (record: OidcOp, from: FormValues, edited: FormValues): Promise<void> => {
    try {
      await update(record, from, edited);
      lost.current = undefined;
    } catch (error) {
      lost.current = error instanceof UnknownOutcome ? edited : undefined;
      throw error;
    }
  };
  const write = async (): Promise<void> => {
    const sent = form.getValues();
    if (!base) return create(sent);
    let known = { op: base, values: baseValues, edited: sent };
    // Again after each question: others may save while it's open.
    for (;;) {
      if (!(await keepsSecret(known.values, known.edited))) return undefined;
      const current = await readOidcOp(base.id);
      const from = toForm(current);
      // The save whose response was lost was done, except perhaps for the secret.
      if (lost.current && changedFields(from, lost.current).length === 0) {
        const more = changedFields(from, known.edited);
        rebase(current, known.edited, more);
        showOidcOp(current);
        if (more.length > 0 || secret.read() !== undefined) return save(current, from, known.edited);
        lost.current = undefined;
        notify.success(msg`${current.name} saved`);
        return refreshOidcOps();
      }
      // Some services change `updated_at` with every read: what was just answered isn't asked again.
      const isKnown =
        (lost.current !== undefined || known.op !== base) && changedFields(known.values, from).length === 0;
      // A restored draft may be older than the record, and two changes may have the same time.
      const overlaps = findConflicts(known.values, known.edited, from).some((field) => field.overlaps);
      if (isKnown || (current.updated_at === known.op.updated_at && !overlaps))
        return save(known.op, known.values, known.edited);
      const merged = await mergeWith(current);
      if (!merged) return undefined;
      rebase(current, merged, changedFields(from, merged));
      known = { op: current, values: from, edited: merged };
    }
  };
  /** Asks if the stored secret would stay at another origin. */
  const keepsSecret = async (from: FormValues, to: FormValues) => {
    const moved = secret.mode === 'stored' ? movedSecret(from, to) : undefined;
    return !moved || (await confirmMove(moved)) === true;
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
    saving: state.submitting && attempt === 'save' && !conflict && !movedFrom,
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
    movedFrom,
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

/** The form's values. The client secret is never one of them: only its problems are the form's. */
type EditorValues = FormValues & { client_secret?: string };

/**
 * Sends the form, then shows what was stored or follows the job. Each write throws an ApiError if the service rejects it.
 * @param draft the name of the form's draft
 * @param onLeave called before the editor itself leaves the page; the draft stays if a job may still fail to save it
 */
function useProviderWrites(
  { form, secret, rebase }: Pick<Editor, 'secret' | 'rebase'> & { form: UseFormReturn<EditorValues> },
  draft: string,
  onLeave: (withDraft: boolean) => void,
) {
  const navigate = useNavigateHere();
  const goTo = useNavigate();
  const { user } = useSession();

  const create = async (values: FormValues) => {
    const result = await createOidcOp(toCreateRequest(values, secret.read() ?? ''), draft).send();
    onLeave(!result.done);
    const { record: created } = result;
    if (result.done) {
      await refreshOidcOps();
      notify.success(msg`${created?.name ?? values.name} created`, 'Its button is now on the sign-in page.');
    }
    if (created) {
      queryClient.setQueryData(oidcOpQuery(created.id).queryKey, created);
      // What was typed since it was sent opens as an unsaved change.
      const now = form.getValues();
      if (changedFields(values, now).length > 0)
        writeDraft(user.user, draftNameOf(created), { base: values, mine: now });
    }
    await navigate({ to: created ? `/oidc/${created.id}` : '/oidc', replace: true });
  };
  /** Sends what differs between `from` and `values`. */
  const update = async (record: OidcOp, from: FormValues, values: FormValues) => {
    const data = toUpdateRequest(from, values, secret.read());
    const sentSecret = secret.inputRef.current?.value;
    if (Object.keys(data).length === 0) {
      notify.success('Nothing changed');
      return;
    }
    const result = await updateOidcOp(record, data, draft).send();
    if (!result.done) {
      onLeave(true);
      await navigate({ to: '/oidc' });
      return;
    }
    // Not every service responds with the record.
    const saved = result.record ?? (await readOidcOp(record.id).catch(() => undefined));
    if (saved) show(saved, values);
    if (secret.inputRef.current?.value === sentSecret) secret.markStored();
    const { name } = saved ?? record;
    const before = saved && requestToUndo(from, data, toForm(saved));
    notify.success(msg`${name} saved`, '', {
      ...(before && { undo: undoUpdate(saved, before) }),
      // A new secret is right only if a sign-in works.
      ...(data.client_secret !== undefined && { next: { label: 'Test now', run: () => test(record) } }),
    });
    await refreshOidcOps();
  };

  const test = (record: OidcOp) => {
    const command = registeredCommands().find(({ id }) => id === testCommand(record));
    if (command) command.run();
    else void goTo({ to: `/oidc/${record.id}`, state: { test: true } });
  };

  /** Shows a stored record. What was typed since `sent` stays as an unsaved change. */
  const show = (stored: OidcOp, sent: FormValues) => {
    const now = form.getValues();
    rebase(stored, now, changedFields(sent, now));
    showOidcOp(stored);
  };

  const undoUpdate = (stored: OidcOp, before: RequestData) =>
    undoOffer({
      name: stored.name,
      oldName: before.name ?? stored.name,
      saved: fieldsOf(toForm(stored), before),
      labels,
      read: async () => toForm(await readOidcOp(stored.id)),
      restore: async () => {
        const result = await updateOidcOp(stored, before).send();
        if (result.record) show(result.record, toForm(stored));
        await refreshOidcOps();
        return result.done;
      },
      refresh: refreshOidcOps,
    });

  return { create, update };
}

/** The ID of the command that tests a provider's sign-in, while its page is open. @param op undefined for a new one */
export function testCommand(op: Pick<OidcOp, 'id'> | undefined): string {
  return `test-sign-in ${op?.id ?? 'new'}`;
}

/** The name of a provider's draft. @param op undefined for a new one @param copiedFrom the name of the one it's a copy of */
export function draftNameOf(op: Pick<OidcOp, 'id'> | undefined, copiedFrom = ''): string {
  return op ? `oidc-op ${op.id}` : `oidc-op new ${copiedFrom}`;
}
