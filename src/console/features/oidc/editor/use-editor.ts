import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type RefObject } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { ApiError, byField, isStatus } from '../../../api/errors.ts';
import { trackJob } from '../../../data/jobs/track-job.ts';
import { notify, sentenceOf } from '../../../data/notifications/notify.ts';
import { syntaxProblem } from '../username/evaluate.ts';
import { fieldNames, type FieldName, type FormValues } from './fields.ts';
import {
  asSentence,
  changedFields,
  emptyForm,
  problemsOfCreate,
  problemsOfUpdate,
  toCreateRequest,
  toForm,
  toUpdateRequest,
  type Problems,
} from './form-values.ts';
import { movedSecret, type MovedSecret } from '../secret/moved-secret.ts';
import { createOidcOp, oidcOpQuery, readOidcOp, refreshOidcOps, updateOidcOp } from '../queries.ts';
import { useSecret, type SecretControl } from '../secret/use-secret.ts';
import { isolate } from '../../../lib/text.ts';

/** The editor of one configuration. */
export interface Editor {
  form: UseFormReturn<FormValues>;
  values: FormValues;
  /** The record as it was when it was opened or last saved; undefined for a new one. */
  base: OidcOp | undefined;
  baseValues: FormValues;
  secret: SecretControl;
  secretProblem: string | undefined;
  /** Sentences of the service that belong to no field. */
  rest: readonly string[];
  /** Grows with every attempt to save that failed, so that the summary takes the focus. */
  failures: number;
  saving: boolean;
  /** Whether the last attempt was to try the sign-in, not to save. */
  tried: boolean;
  /** Whether leaving would lose something. */
  dirty: boolean;
  /** What somebody else saved meanwhile, to be brought together with what is here. */
  theirs: OidcOp | undefined;
  /** A change of the token endpoint under the stored secret, to be confirmed before it is saved. */
  question: MovedSecret | undefined;
  readOnly: boolean;
  set(field: FieldName, value: string): void;
  save(): void;
  /** Whether what is typed fits the document's rules, so that its sign-in can be tried; shows the problems where not. */
  checkToTry(): boolean;
  /** Shows what a service says against what is typed. */
  refuse(error: unknown): void;
  /** Saves on top of what somebody else saved. */
  saveMerged(merged: FormValues): void;
  dismissConflict(): void;
  /** Saves what the question is about. */
  saveAnyway(): void;
  dismissQuestion(): void;
  /** Goes to the list without a question. */
  leave(): void;
  /** Whether the page is being left on purpose. */
  leaving: RefObject<boolean>;
}

interface EditorInput {
  op: OidcOp | undefined;
  /** What the form shows first. */
  initial: FormValues;
  /** What it shows where nothing was changed yet; differs from `initial` for a kept draft. */
  pristine: FormValues;
  readOnly: boolean;
}

/** The state of the form and what saving does. */
export function useEditor({ op, initial, pristine, readOnly }: EditorInput): Editor {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [base, setBase] = useState(op);
  const [start, setStart] = useState(op ? toForm(op) : emptyForm);
  const [rest, setRest] = useState<readonly string[]>([]);
  const [secretProblem, setSecretProblem] = useState<string>();
  const [failures, setFailures] = useState(0);
  const [saving, setSaving] = useState(false);
  const [tried, setTried] = useState(false);
  const [theirs, setTheirs] = useState<OidcOp>();
  const [asked, setAsked] = useState<{ moved: MovedSecret; go(): void }>();
  const leaving = useRef(false);
  const secret = useSecret(op !== undefined);
  const baseValues = start;

  const problemsOf = (values: FormValues): Problems => {
    const problems = base
      ? problemsOfUpdate(baseValues, values, secret.read())
      : problemsOfCreate(values, secret.read() ?? '');
    const syntax =
      values.username_path === baseValues.username_path ? undefined : syntaxProblem(values.username_path);
    if (syntax && values.username_path !== '') {
      problems.username_path ??= `Cannot be read as JMESPath from character ${syntax.position + 1} on: ${syntax.message}`;
    }
    return problems;
  };
  const form = useForm<FormValues>({
    defaultValues: initial,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const { client_secret: _, ...problems } = problemsOf(values);
      if (Object.keys(problems).length === 0) return { values, errors: {} };
      const errors = Object.entries(problems).map(([name, message]) => [name, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  // The form is never without values of its own, so that all of them are there.
  const values = useWatch({ control: form.control }) as FormValues;

  const fail = () => setFailures((before) => before + 1);
  const showProblems = (error: unknown) => {
    const detail = error instanceof ApiError ? error.detail : [sentenceOf(error)];
    const { fields, rest: others } = byField(detail, [...fieldNames, 'client_secret']);
    for (const name of fieldNames) {
      const message = fields[name]?.map(asSentence).join('. ');
      if (message) form.setError(name, { type: 'service', message });
    }
    setSecretProblem(fields['client_secret']?.map(asSentence).join('. '));
    setRest(
      isStatus(error, 404) && base ? [`${isolate(base.name)} is not there any more: it was deleted`] : others,
    );
    fail();
  };
  const attempt = async (work: () => Promise<void>) => {
    setSaving(true);
    setRest([]);
    try {
      await work();
    } catch (error) {
      showProblems(error);
    } finally {
      setSaving(false);
    }
  };

  const create = async (wanted: FormValues) => {
    const { op: created, job } = await createOidcOp(toCreateRequest(wanted, secret.read() ?? ''));
    leaving.current = true;
    if (job) {
      trackJob(job, `Create ${isolate(wanted.name)}`, ['oidc-ops', 'oidc-logins']);
    } else {
      await refreshOidcOps(queryClient);
      notify.success(
        `${isolate(created?.name ?? wanted.name)} created`,
        'Its button is on the sign-in page now.',
      );
    }
    if (created) queryClient.setQueryData(oidcOpQuery(created.id).queryKey, created);
    await navigate({ to: created ? `/oidc/${created.id}` : '/oidc', replace: true });
  };

  const update = async (record: OidcOp, from: FormValues, wanted: FormValues) => {
    const data = toUpdateRequest(from, wanted, secret.read());
    const typedSecret = secret.inputRef.current?.value;
    if (Object.keys(data).length === 0) {
      notify.success('Nothing changed', `${isolate(record.name)} is as it was.`);
      return;
    }
    const { op: saved, job } = await updateOidcOp(record.id, data);
    if (job) {
      leaving.current = true;
      trackJob(job, `Change ${isolate(record.name)}`, ['oidc-ops', 'oidc-logins']);
      await navigate({ to: '/oidc' });
      return;
    }
    if (saved) {
      const now = form.getValues();
      setBase(saved);
      setStart(toForm(saved));
      form.reset(toForm(saved));
      // What was typed while the service was at it stays, and is not saved yet.
      for (const name of changedFields(wanted, now)) form.setValue(name, now[name]);
      queryClient.setQueryData(oidcOpQuery(saved.id).queryKey, saved);
    }
    if (secret.inputRef.current?.value === typedSecret) secret.markStored();
    setSecretProblem(undefined);
    notify.success(`${isolate(saved?.name ?? record.name)} saved`);
    await refreshOidcOps(queryClient);
  };

  const check = () => {
    const { client_secret: problem, ...others } = problemsOf(form.getValues());
    setRest([]);
    setSecretProblem(problem);
    if (problem === undefined && Object.keys(others).length === 0) return true;
    void form.trigger();
    fail();
    return false;
  };

  /** Goes on at once, or after a question where the stored secret would be left with another token endpoint. */
  const confirmed = (from: FormValues, wanted: FormValues, go: () => void) => {
    const moved = secret.mode === 'stored' ? movedSecret(from, wanted) : undefined;
    if (moved) setAsked({ moved, go });
    else go();
  };

  const save = () =>
    attempt(async () => {
      const wanted = form.getValues();
      if (!base) {
        await create(wanted);
        return;
      }
      const current = await readOidcOp(base.id);
      if (current.updated_at === base.updated_at) await update(base, baseValues, wanted);
      else setTheirs(current);
    });

  return {
    form,
    values,
    base,
    baseValues,
    secret,
    secretProblem,
    rest,
    failures,
    saving,
    tried,
    dirty: secret.filled || changedFields(base ? baseValues : pristine, values).length > 0,
    theirs,
    question: asked?.moved,
    readOnly,
    set: (field, value) => form.setValue(field, value, { shouldTouch: true, shouldValidate: true }),
    save: () => {
      setTried(false);
      if (check()) confirmed(baseValues, form.getValues(), () => void save());
    },
    checkToTry: () => {
      setTried(true);
      return check();
    },
    refuse: showProblems,
    saveMerged: (merged) => {
      if (!theirs) return;
      const from = toForm(theirs);
      setBase(theirs);
      setStart(from);
      setTheirs(undefined);
      form.reset(from);
      for (const name of changedFields(from, merged)) form.setValue(name, merged[name]);
      confirmed(from, merged, () => void attempt(() => update(theirs, from, merged)));
    },
    saveAnyway: () => {
      setAsked(undefined);
      asked?.go();
    },
    dismissQuestion: () => setAsked(undefined),
    dismissConflict: () => setTheirs(undefined),
    leave: () => {
      leaving.current = true;
      void navigate({ to: '/oidc' });
    },
    leaving,
  };
}
