import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import * as z from 'zod/mini';
import { shapeOf } from '../../contract/fields.ts';
import { changesTo } from '../lib/changes-to.ts';
import { msg } from '../lib/text.ts';
import type { FormState } from '../ui/form-shell.tsx';
import type { useSecret } from '../ui/secret-field.tsx';
import { type EditedRecord, labelOf, type Labels, reapply, useRecordEdit } from './record-edit.ts';
import { useRestoredDraft, useStoredDraft } from './use-draft.ts';
import { type PlannedWrite, type Written, unlessGone, useSend } from './write.ts';

/** The contract's rules for the body of a write. */
export type BodySchema<Data> = z.core.$ZodType<{ data: Data }>;

interface SentFormOptions<Values extends FieldValues, Data> {
  /** What the form shows first. */
  initial: Values;
  fields: Labels;
  schema: BodySchema<Data>;
  /** When fields are checked before the form is sent for the first time. */
  mode?: 'onSubmit' | 'onTouched';
  /** What the form's values are sent as, if not as they are. It's checked against the schema. */
  toData?(values: Values): object;
  /** Problems that the schema doesn't know, by field. */
  check?(values: Values): Readonly<Record<string, string>>;
  send(data: Data): Promise<void>;
}

/**
 * A form that's checked against the contract and sent. The service's problems show at the fields that they begin with.
 * @returns `data`: reads what would be sent now, `problems`: what's wrong with it, `state` for `FormShell`, `submit`, and
 *   `send`: does something else with the form
 */
export function useSentForm<Values extends FieldValues, Data>(options: SentFormOptions<Values, Data>) {
  const { initial, fields, schema, mode = 'onSubmit', toData = (values: Values): object => values } = options;
  const sending = useSend();
  const checked = (values: Values) => {
    const { values: data, errors } = checkForm<Data>(schema, toData(values), fields);
    for (const [name, message] of Object.entries(options.check?.(values) ?? {}))
      errors[name] ??= { type: 'contract', message };
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: data, errors };
  };
  const form = useForm<Values>({
    // A record's values may be missing while none are loaded, but these are complete.
    defaultValues: initial as DefaultValues<Values>,
    mode,
    shouldFocusError: false,
    resolver: (values) => checked(values) as never,
  });
  // What the preview shows changes with every key.
  const values = useWatch({ control: form.control }) as Values;
  const { errors, submitCount } = form.formState;
  useEffect(() => {
    // What a field requires may depend on another field, and the library validates only the one that changed.
    const left = checked(form.getValues()).errors;
    const solved = Object.keys(errors).filter((name) => errors[name]?.type === 'contract' && !left[name]);
    if (solved.length > 0) form.clearErrors(solved as Path<Values>[]);
  });
  const send = async (action: () => Promise<void>) => {
    const problems = await sending.send(action, fieldsOf(schema));
    for (const [name, problem] of Object.entries(problems)) {
      const message = toSentence(problem, form.getValues(name as Path<Values>), labelOf(fields, name));
      form.setError(name as Path<Values>, { type: 'service', message });
    }
  };
  const submit = form.handleSubmit((data) => send(() => options.send(data as unknown as Data)));
  const problems = () => checked(form.getValues()).errors;
  const data = () => {
    const { values: valid, errors: wrong } = checked(form.getValues());
    // While something is invalid, the preview shows what was typed.
    return (Object.keys(wrong).length > 0 ? toData(form.getValues()) : valid) as Data;
  };
  const state: FormState = { ...sending, attempts: submitCount };
  return { form, values, errors, state, problems, data, submit: () => void submit(), send };
}

type SentForm<Values extends FieldValues, Data> = ReturnType<typeof useSentForm<Values, Data>>;

/**
 * Checks what a form is about to send against the contract, as react-hook-form's resolvers do.
 * `@hookform/resolvers` would show the messages as they are, and they're written for clients of the API.
 * @returns what to send, or what to show at each field
 */
export function checkForm<Data>(
  schema: BodySchema<Data>,
  data: object,
  fields: Labels,
): { values: Data | Record<string, never>; errors: Record<string, { type: 'contract'; message: string }> } {
  const result = z.safeParse(schema, { data }, { reportInput: true });
  if (result.success) return { values: result.data.data, errors: {} };
  const errors: Record<string, { type: 'contract'; message: string }> = {};
  for (const { path, message, input } of result.error.issues) {
    const name = String(path[1]);
    errors[name] ??= { type: 'contract', message: toSentence(message, input, labelOf(fields, name)) };
  }
  return { values: {}, errors };
}

/** A problem that the contract words for clients of the API (`must not be empty`), as a form words it. */
export function toSentence(message: string, input: unknown, label: string): string {
  if (input === '' && message.startsWith('must be a path /groups/')) return 'Select a group';
  if (input === '' && message === 'must not be empty') return `${label} is required`;
  const [, size] = /^must be (at (?:least|most) \d+ characters)$/.exec(message) ?? [];
  if (size !== undefined && typeof input === 'string') return `Use ${size} (currently ${input.length})`;
  const text = message.replaceAll(/\bmetadata_url\b/g, 'metadata URL');
  return text.startsWith('is required') ? `${label} ${text}` : text.charAt(0).toUpperCase() + text.slice(1);
}

/** The names of the fields that a body can have. */
export function fieldsOf(schema: BodySchema<unknown>): string[] {
  return Object.keys(shapeOf(shapeOf(schema)['data']));
}

interface Creation<Values, Data, Item> {
  schema: BodySchema<Data>;
  plan(data: Data): PlannedWrite<Item>;
  /** Closes the form, announces what was created and shows it. @param sent the form's values then @param typed its values now */
  onCreated(created: Written<Item>, data: Data, sent: Values, typed: Values): Promise<void>;
}

type Editing<Changes extends object> = { schema: BodySchema<Changes> } & Omit<
  EditedRecord<Changes>,
  'labels' | 'refresh' | 'onMerged' | 'onSaved'
>;

/** What is typed into a form at some time. */
interface Typed<Values> {
  values: Values;
  secret: string | undefined;
}

interface RecordFormOptions<
  Values extends FieldValues,
  Create extends object,
  Update extends object,
  Item,
> extends Pick<SentFormOptions<Values, Update>, 'mode'> {
  /** "user". */
  noun: string;
  fields: Labels;
  initial: Values;
  /** What the form's values are sent as, if not as they are. */
  toData?(values: Values, creating: boolean): object;
  /** Problems that the schema doesn't know, by field. @param base the record being edited */
  check?(values: Values, base: object | undefined): Readonly<Record<string, string>>;
  create: Creation<Values, Create, Item>;
  /** Absent for a new record. */
  edit?: Editing<Update> | undefined;
  /** What it shows of a record, if it stays open once that's saved. */
  toValues?(record: object): Values;
  /** The name of its draft, if unsaved changes survive a reload. */
  draft?: string | undefined;
  /** A secret that's typed into it. */
  secret?: ReturnType<typeof useSecret>;
  /** As of `EditedRecord`. */
  refresh(written?: object): Promise<void>;
  /** Called when someone else turns out to have deleted the record. */
  onGone?(): void;
  onClose(): void;
}

/**
 * The form of a new record, or of one that's edited: then only changed fields are checked and sent, and other people's
 * changes are kept. If someone else has deleted the record, the form creates it again.
 * @returns `shell`: the properties of `FormShell`; `creating`: whether saving creates a record; `base`: the record that
 *   changes are typed over
 */
export function useRecordForm<Values extends FieldValues, Create extends object, Update extends object, Item>(
  options: RecordFormOptions<Values, Create, Update, Item>,
) {
  const { noun, fields, toData = (values: Values): object => values, onClose, refresh, create } = options;
  const { secret, toValues } = options;
  const [gone, setGone] = useState(false);
  const edit = gone ? undefined : options.edit;
  const name = options.edit?.name ?? '';
  const restored = useRestoredDraft(options.draft, options.initial);
  const { setBase, changes, preview, save, ...editing } = useRecordEdit<Update>({
    ...(options.edit ?? ({} as Editing<Update>)),
    record: { ...(options.edit?.record ?? options.initial), ...restored?.base },
    labels: fields,
    refresh,
    onMerged: (merged) => {
      form.reset({ ...form.getValues(), ...ofForm(merged) });
      sent.current = typed();
    },
    onSaved: (now) => toValues && showSaved(now),
  });
  const base = edit ? editing.base : options.initial;
  const schema = edit?.schema ?? create.schema;
  const known = fieldsOf(schema);
  /** What was typed when it was sent. */
  const sent = useRef<Typed<Values>>(undefined);
  const typed = (): Typed<Values> => ({
    values: form.getValues(),
    secret: secret?.inputRef.current?.value,
  });
  const toSend = (values: Values) =>
    Object.fromEntries(Object.entries(toData(values, !edit)).filter(([field]) => known.includes(field)));
  const sentForm: SentForm<Values, Create | Update> = useSentForm<Values, Create | Update>({
    initial: { ...options.initial, ...restored?.mine },
    fields,
    schema,
    ...(options.mode && { mode: options.mode }),
    toData: (values) => (edit ? (changes(toSend(values)) ?? {}) : toSend(values)),
    check: (values) => options.check?.(values, edit && base) ?? {},
    send: async (data) => {
      const now = typed();
      sent.current = now;
      // The schema decides which one it is.
      if (!edit) {
        const created = await create.plan(data as Create).send();
        if (!created.done) leaveToJob();
        return create.onCreated(created, data as Create, now.values, form.getValues());
      }
      const title = new Map<string, unknown>(Object.entries(data)).get(
        'name' in fields ? 'name' : (Object.keys(fields)[0] ?? ''),
      );
      const outcome = await save(allValues(), typeof title === 'string' ? title : name);
      if (outcome === 'gone') becomeNew();
      if (outcome === 'job') leaveToJob();
      if (outcome === 'job' || (outcome === 'saved' && !toValues)) onClose();
      return undefined;
    },
  });
  const { form, values, errors, state, data, problems, submit } = sentForm;
  /** Every value, with the changes as they are checked. */
  const allValues = () => ({ ...toSend(form.getValues()), ...data() });
  const ofForm = (record: object) =>
    Object.fromEntries(Object.entries(record).filter(([field]) => field in form.getValues()));
  const show = (record: object, shown: object, edits: object = {}) => {
    setBase({ ...record, ...shown });
    form.reset({ ...(shown as Values), ...edits });
  };
  const showSaved = (now: object) => {
    const { values: before, secret: sentSecret } = sent.current ?? typed();
    show(now, toValues?.(now) ?? {}, changesTo(before, form.getValues()));
    if (typed().secret === sentSecret) secret?.markStored();
    // Nothing keeps a secret.
    sent.current = undefined;
  };
  const becomeNew = () => {
    setGone(true);
    secret?.setMode('set');
    options.onGone?.();
  };
  const isChanged = Object.keys(changesTo(base, values)).length > 0;
  const leaveToJob = useStoredDraft(
    options.draft,
    isChanged || secret?.filled ? { base: ofForm(base), mine: values } : undefined,
  );
  return {
    form,
    values,
    errors,
    problems,
    base: edit && base,
    creating: !edit,
    /** Whether leaving would lose changes. */
    dirty: isChanged || (secret?.filled ?? false),
    /** Whether a draft was restored. */
    restored: restored !== undefined,
    /** Does something else with the form. */
    attempt: (action: () => Promise<void>) =>
      sentForm.send(async () => {
        if (!edit) return action();
        const done = await unlessGone(
          action().then(() => true),
          edit.read,
        );
        if (!done) becomeNew();
        return undefined;
      }),
    /** Shows a newer record, and keeps unsaved changes. */
    take: (record: object) => {
      const newer = { ...record, ...toValues?.(record) };
      const { base: typedOver, mine } = reapply(base, form.getValues(), newer);
      setBase(typedOver);
      form.reset(mine);
    },
    /** Drops unsaved changes, except for a secret's. */
    discard: (record?: object) => show(record ?? {}, record ? (toValues?.(record) ?? {}) : options.initial),
    shell: {
      form: state,
      gone: gone ? name : undefined,
      conflicts: editing.conflicts,
      failure: edit ? msg`Couldn't save ${name}` : `Couldn't create the ${noun}`,
      action: edit ? 'Save changes' : `Create ${noun}`,
      request: () => (edit ? preview(allValues()) : create.plan(data() as Create).preview()),
      onSubmit: submit,
      onCancel: () => {
        onClose();
        // The page still shows the record.
        if (gone) void refresh();
      },
    },
  };
}
