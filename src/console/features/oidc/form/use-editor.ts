import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { oidcOpCreateBody, oidcOpUpdateBody, type OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { registeredCommands } from '../../../data/commands.ts';
import { notify } from '../../../data/notifications/notify.ts';
import { type FieldName, type FormValues, labels } from '../../../data/oidc/fields.ts';
import { refresh } from '../../../data/refresh.ts';
import {
  blankProblems,
  changedFields,
  emptyForm,
  toCreateRequest,
  toForm,
  toUpdateRequest,
  type RequestData,
} from '../../../data/oidc/form-values.ts';
import { mayUndo, movedSecret, type MovedSecret } from '../../../data/oidc/moved-secret.ts';
import {
  createOidcOp,
  hideOidcOps,
  oidcOpQuery,
  readOidcOp,
  showOidcOp,
  updateOidcOp,
} from '../../../data/oidc/providers.ts';
import { updateWatch } from '../../../data/oidc/watches.ts';
import { useRecordForm } from '../../../data/record-form.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { useNavigateHere } from '../../../data/use-navigate-here.ts';
import type { Written } from '../../../data/write.ts';
import { writeDraft } from '../../../lib/drafts.ts';
import { msg } from '../../../lib/text.ts';
import { queryClient } from '../../../query-client.ts';
import { useQuestion } from '../../../ui/dialog/use-question.ts';
import { useSecret } from '../../../ui/secret-field.tsx';
import { syntaxProblem } from './evaluate.ts';

export type Editor = ReturnType<typeof useEditor>;

interface EditorInput {
  op: OidcOp | undefined;
  /** What the form shows without unsaved changes. */
  initial: FormValues;
  readOnly: boolean;
  /** The name of the form's draft. */
  draft: string;
}

/** The form's values. The client secret is never one of them: only its problems are the form's. */
type EditorValues = FormValues & { client_secret?: string };

/** A provider whose fields are the form's texts. */
type FormRecord = OidcOp & FormValues;

type RecordForm = Pick<
  ReturnType<typeof useRecordForm<EditorValues, RequestData, RequestData, OidcOp>>,
  'form' | 'problems' | 'attempt'
>;

const toRecord = (op: OidcOp) => ({ ...op, ...toForm(op) }) as FormRecord;

/** The form of one provider, and its sign-in tests. */
export function useEditor({ op, initial, readOnly, draft }: EditorInput) {
  const navigate = useNavigate();
  /** Saving would move the token endpoint away from the stored secret. */
  const [movedFrom, confirmMove] = useQuestion<MovedSecret, true>();
  const secret = useSecret(op !== undefined);
  const leaving = useRef(false);
  /** When the secret of a new provider ends. */
  const [secretEnd, setSecretEnd] = useState('');
  const leave = () => {
    leaving.current = true;
    return navigate({ to: '/oidc' });
  };
  const openCreated = useOpenCreated();
  const testOnPage = useTestCommand();
  const { shell, base, ...record } = useRecordForm<EditorValues, RequestData, RequestData, OidcOp>({
    noun: 'provider',
    fields: labels,
    initial,
    mode: 'onTouched',
    toData: (typed, creating) =>
      creating ? toCreateRequest(typed, secret.read() ?? '') : { ...typed, client_secret: secret.read() },
    check: (typed, before) => problemsOf(typed, before as FormRecord | undefined),
    create: {
      schema: oidcOpCreateBody,
      // The schema fills in what is left blank.
      plan: (data) => createOidcOp(withoutBlanks(data), draft),
      onCreated: async (created, _, sent, typed) => {
        leaving.current = true;
        const failed = (error: unknown) => notify.error("Couldn't save when the client secret ends", error);
        if (secretEnd && created.record)
          await updateWatch(created.record.id, { client_secret_ends_on: secretEnd }).catch(failed);
        else if (secretEnd) failed(new Error('Enter it again once the provider has been created.'));
        await openCreated(created, sent, typed);
      },
    },
    edit: op && {
      schema: oidcOpUpdateBody,
      record: toRecord(op),
      name: op.name,
      // The form shows every text.
      changesOf: (before, typed) =>
        toUpdateRequest(before as FormRecord, typed as EditorValues, (typed as EditorValues).client_secret),
      confirm: async (before, typed) => {
        const moved = secret.mode === 'stored' && movedSecret(before as FormRecord, typed as EditorValues);
        return !moved || (await confirmMove(moved)) === true;
      },
      // A new secret was typed for the provider that the form shows.
      guarded: () =>
        secret.filled
          ? ['issuer', 'token_endpoint', 'client_id', 'metadata_url', 'authorization_endpoint']
          : [],
      read: async () => toRecord(await readOidcOp(op.id)),
      plan: (data, current) => updateOidcOp(current as FormRecord, data, draft),
      undoable: mayUndo,
      // A new secret is right only if a sign-in works.
      next: (data) =>
        data.client_secret === undefined ? undefined : { label: 'Test now', run: () => testOnPage(op) },
    },
    toValues: toForm,
    draft: readOnly ? undefined : draft,
    secret,
    refresh: async (written) => {
      if (written) showOidcOp(written as OidcOp);
      await refresh('provider');
    },
    onGone: () => op && hideOidcOps([op.id]),
    onClose: () => void leave(),
  });
  const { form, problems } = record;
  const { testing, setTesting, rejected, test } = useTestAttempts(record);
  const { form: state, onSubmit, request, action } = shell;
  return {
    ...record,
    /** The record that changes are typed over; undefined for a new one. */
    base: base as FormRecord | undefined,
    secret,
    secretEnd,
    setSecretEnd,
    readOnly,
    set: (field: FieldName, value: string) =>
      form.setValue(field, value, { shouldTouch: true, shouldValidate: true }),
    isValid: () => Object.keys(problems()).length === 0,
    action,
    request,
    saving: state.submitting && !testing,
    save: () => {
      setTesting(false);
      onSubmit();
    },
    test,
    /** What prevented the last attempt. */
    notices: {
      ...shell,
      form: { ...state, attempts: (state.attempts ?? 0) + rejected },
      ...(testing && { failure: "Couldn't test the sign-in" }),
    },
    /** Whether `notices` are about a sign-in test. */
    testing,
    movedFrom,
    /** Goes to the list without asking about unsaved changes. */
    leave,
    /** Whether the editor itself is leaving the page. */
    leaving,
  };
}

/** Attempts to test what the form holds, saved or not. */
function useTestAttempts({ form, problems, attempt }: RecordForm) {
  const [testing, setTesting] = useState(false);
  /** How many were rejected for problems of the form. */
  const [rejected, setRejected] = useState(0);
  /** Starts a sign-in test, unless the form has problems. A test shows the claims, to choose the username expression from. */
  const test = (start: () => Promise<void>) => {
    const typed = form.getValues();
    const optional = (['name', 'username_path'] as const).filter((name) => typed[name] === '');
    const wrong = Object.keys(problems()) as FieldName[];
    const invalid = wrong.filter((name) => !optional.some((other) => other === name));
    setTesting(true);
    void attempt(async () => {
      if (invalid.length === 0) {
        // An attempt to create the provider required them.
        form.clearErrors(optional);
        return start();
      }
      await form.trigger(invalid);
      setRejected((count) => count + 1);
      return undefined;
    });
    return invalid.length === 0;
  };
  return { testing, setTesting, rejected, test };
}

function withoutBlanks(data: RequestData): RequestData {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== ''));
}

/** What the contract doesn't know is wrong with the values. @param base undefined for a new provider */
function problemsOf(values: FormValues, base: FormRecord | undefined): Readonly<Record<string, string>> {
  const { username_path: path } = values;
  const syntax = path === (base ?? emptyForm).username_path ? undefined : syntaxProblem(path);
  const invalid = syntax && `Invalid JMESPath at character ${syntax.position + 1}: ${syntax.message}`;
  return { ...(base && blankProblems(base, values)), ...(invalid && { username_path: invalid }) };
}

/** A function that announces a created provider and opens its page. */
function useOpenCreated() {
  const navigate = useNavigateHere();
  const { user } = useSession();
  return async ({ done, record }: Written<OidcOp>, sent: FormValues, mine: FormValues) => {
    if (done) {
      await refresh('provider');
      notify.success(msg`${record?.name ?? sent.name} created`, 'Its button is now on the sign-in page.');
    }
    if (record) {
      queryClient.setQueryData(oidcOpQuery(record.id).queryKey, record);
      // What was typed since it was sent opens as an unsaved change.
      if (changedFields(sent, mine).length > 0)
        writeDraft(user.user, draftNameOf(record), { base: sent, mine });
    }
    await navigate({ to: record ? `/oidc/${record.id}` : '/oidc', replace: true });
  };
}

/** A function that tests a provider's sign-in on its page. */
function useTestCommand() {
  const navigate = useNavigate();
  return (op: OidcOp) => {
    const command = registeredCommands().find(({ id }) => id === testCommand(op));
    if (command) command.run();
    else void navigate({ to: `/oidc/${op.id}`, state: { test: true } });
  };
}

/** The ID of the command that tests a provider's sign-in, while its page is open. @param op undefined for a new one */
export function testCommand(op: Pick<OidcOp, 'id'> | undefined): string {
  return `test-sign-in ${op?.id ?? 'new'}`;
}

/** The name of a provider's draft. @param op undefined for a new one @param copiedFrom the name of the one it's a copy of */
export function draftNameOf(op: Pick<OidcOp, 'id'> | undefined, copiedFrom = ''): string {
  return op ? `oidc-op ${op.id}` : `oidc-op new ${copiedFrom}`;
}
