import { useState } from 'react';
import { useForm, useWatch, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import * as z from 'zod/mini';
import { shapeOf } from '../../contract/fields.ts';
import { msg } from '../lib/text.ts';
import type { FormState } from '../ui/form-shell.tsx';
import { type PlannedWrite, type Written, unlessGone, useSend } from './write.ts';
import { ApiError, isStatus } from '../../client/errors.ts';
import { changesTo, isSame } from '../lib/changes-to.ts';
import { notify, type UndoOffer } from './notifications/notify.ts';

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

interface Creation<Data, Item> {
  schema: BodySchema<Data>;
  plan(data: Data): PlannedWrite<Item>;
  /** Closes the form, announces what was created and shows it. */
  onCreated(created: Written<Item>, data: Data): Promise<void>;
}

interface Editing<Record extends object, Data extends object> extends Omit<
  EditedRecord<Record, Data>,
  'labels' | 'refresh'
> {
  schema: BodySchema<Data>;
}

interface RecordFormOptions<Values extends FieldValues, Create extends object, Update extends object, Item> {
  /** "user". */
  noun: string;
  fields: Labels;
  initial: Values;
  /** What the form's values are sent as, if not as they are. */
  toData?(values: Values): object;
  create: Creation<Create, Item>;
  /** Absent for a new record. */
  edit?: Editing<object, Update> | undefined;
  /** As of `EditedRecord`. */
  refresh(written?: object): Promise<void>;
  onClose(): void;
}

/**
 * The form of a new record, or of one that's edited: then only changed fields are checked and sent, and other people's
 * changes are kept. If someone else has deleted the record, the form creates it again.
 * @returns `shell`: the properties of `FormShell`; `creating`: whether saving creates a record
 */
export function useRecordForm<Values extends FieldValues, Create extends object, Update extends object, Item>(
  options: RecordFormOptions<Values, Create, Update, Item>,
) {
  const { noun, fields, initial, toData = (values: Values): object => values, onClose, refresh } = options;
  const { create } = options;
  const [gone, setGone] = useState(false);
  const edit = gone ? undefined : options.edit;
  const name = options.edit?.name ?? '';
  const notEdited: Editing<object, Update> = { record: initial } as never;
  const { changes, preview, save } = useRecordEdit({
    ...(options.edit ?? notEdited),
    labels: fields,
    refresh,
  });
  const known = fieldsOf(edit?.schema ?? create.schema);
  const { form, errors, state, data, submit } = useSentForm<Values, Create | Update>({
    initial,
    fields,
    schema: edit?.schema ?? create.schema,
    toData: (values) => {
      const sent = Object.entries(toData(values)).filter(([field]) => known.includes(field));
      return edit ? (changes(Object.fromEntries(sent)) ?? {}) : Object.fromEntries(sent);
    },
    send: async (sent) => {
      // The schema decides which one it is.
      if (!edit) return create.onCreated(await create.plan(sent as Create).send(), sent as Create);
      const title = Object.entries(sent).find(([field]) => field === Object.keys(fields)[0])?.[1];
      if (await save(sent, typeof title === 'string' ? title : name)) onClose();
      else setGone(true);
    },
  });
  return {
    form,
    errors,
    creating: !edit,
    shell: {
      form: state,
      gone: gone ? name : undefined,
      failure: edit ? msg`Couldn't save ${name}` : `Couldn't create the ${noun}`,
      action: edit ? 'Save changes' : `Create ${noun}`,
      request: () => (edit ? preview(data()) : create.plan(data() as Create).preview()),
      onSubmit: submit,
      onCancel: () => {
        onClose();
        // The page still shows the record.
        if (gone) void refresh();
      },
    },
  };
}

/** A record that is edited. */
export interface EditedRecord<Fields extends object, Changes extends object> {
  /** The record as it was when the form was opened. */
  record: Fields;
  name: string;
  labels: Labels;
  /** The values that differ from a record's, as they are sent. By default, those that aren't the same. */
  changesOf?(base: Fields, values: object): Changes;
  /** Fields holding lists: additions and removals are merged with other people's, instead of rejected. */
  lists?: readonly string[];
  /** Reads the record again. @throws ApiError with a 404 if it no longer exists */
  read(): Promise<Fields>;
  /** The write of changes. @param current the record before it, as far as it's known */
  plan(data: Changes, current: object): PlannedWrite<object>;
  /** Updates what the pages show of it. @param written the record's fields, as far as they're known */
  refresh(written?: object): Promise<void>;
  /** False if writing the old values would need confirmation. */
  undoable?: boolean;
}

/** What the fields of a form or record are called, by name. */
export type Labels = Readonly<Record<string, string | { label: string }>>;

/** What a field is called; its name if that isn't known. */
export function labelOf(labels: Labels, name: string): string {
  const known = labels[name] ?? name;
  return typeof known === 'string' ? known : known.label;
}

/** Edits a record: only changed fields are sent, and other people's changes to the same record are kept. */
export function useRecordEdit<Fields extends object, Changes extends object>(
  edited: EditedRecord<Fields, Changes>,
) {
  const [base, setBase] = useState(edited.record);
  const { labels, lists = [], read, plan, refresh, undoable = true } = edited;
  // Without a function of its own, the changes are some of the values.
  const { changesOf = (before: Fields, values: object) => changesTo(before, values) as Changes } = edited;
  /** What saving would send; undefined if nothing changed. */
  function changes(values: object): Changes | undefined {
    const found = changesOf(base, values);
    return Object.keys(found).length === 0 ? undefined : found;
  }
  async function mergeAndWrite(found: Changes) {
    const current = await read();
    const { data, conflicts } = merge(base, found, current, lists);
    // The next attempt replaces what this one rejects.
    const rejected = Object.entries(current).filter(([name]) => name in found && !lists.includes(name));
    setBase({ ...base, ...Object.fromEntries(rejected) });
    if (conflicts.length > 0) {
      void refresh(current);
      throw new ApiError('problem', 409, conflicts);
    }
    const before = Object.fromEntries(Object.entries(current).filter(([name]) => name in found)) as Changes;
    // An attempt whose response was lost may have saved it.
    const isSaved = Object.keys(data).length > 0 && Object.keys(changesTo(current, data)).length === 0;
    const result: Written<object> = isSaved
      ? { done: true, record: current }
      : await plan(data, current).send();
    return { data, before, current, result, isSaved };
  }
  /**
   * Saves values, announces that, and offers to undo it: an ordinary write of the old values, declined if one of the
   * fields has been changed again. Not offered if a job makes the change, or if the old values aren't known.
   * @param name of the record from then on
   * @returns false if someone else has deleted the record
   * @throws ApiError, also if someone else changed the same fields: the next attempt replaces their changes
   */
  async function save(values: object, name = edited.name): Promise<boolean> {
    const found = changes(values);
    if (!found) {
      notify.success('Nothing changed');
      return true;
    }
    const written = await unlessGone(mergeAndWrite(found), read);
    if (!written) return false;
    const { data, before, current, result, isSaved } = written;
    if (!result.done) {
      await refresh();
      return true;
    }
    const saved = stored(data, result.record);
    await refresh({ ...current, ...saved });
    const restore = async () => {
      const restored = await plan(before, { ...current, ...saved }).send();
      await refresh(restored.done ? stored(before, restored.record) : undefined);
      return restored.done;
    };
    const undo = undoOffer({ name, oldName: edited.name, saved, labels, read, restore, refresh });
    const isKnown = Object.keys(data).every((field) => field in current);
    notify.success('Changes saved', msg`${name}`, { ...(undoable && isKnown && !isSaved && { undo }) });
    return true;
  }
  /** The request that saving would send; undefined if nothing changed. */
  function preview(values: object) {
    const found = changes(values);
    return found && plan(found, base).preview();
  }
  return { changes, preview, save };
}

/** What was sent, as stored, which may differ in order or spelling. */
function stored(sent: object, record: object = {}): object {
  const fields = new Map(Object.entries(record));
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, fields.get(key) ?? value]));
}

/**
 * Merges changes into a record that others may have changed since the form was opened.
 * @param base the record when the form was opened
 * @param lists see `EditedRecord`
 * @returns what to send, and a sentence per field that someone else changed to another value
 */
export function merge<Changes extends object>(
  base: object,
  changes: Changes,
  current: object,
  lists: readonly string[] = [],
): { data: Changes; conflicts: string[] } {
  const [before, now] = [new Map(Object.entries(base)), new Map(Object.entries(current))];
  const conflicts: string[] = [];
  const data = Object.entries(changes).map(([field, mine]) => {
    const theirs: unknown = now.get(field);
    if (lists.includes(field)) return [field, mergeMembers(before.get(field), mine, now.get(field))];
    if (!isSame(theirs, before.get(field)) && !isSame(theirs, mine)) {
      const what = typeof theirs === 'string' ? `, to “${theirs}”` : '';
      conflicts.push(`${field}: Changed since you opened it${what}. Save again to replace it.`);
    }
    return [field, mine];
  });
  return { data: Object.fromEntries(data) as Changes, conflicts };
}

/** A list's current members, with one's own additions and removals. @param base the members when the form was opened */
function mergeMembers(base: string[], mine: string[], current: string[]): string[] {
  const kept = current.filter((member) => mine.includes(member) || !base.includes(member));
  const added = mine.filter((member) => !base.includes(member) && !current.includes(member));
  return [...kept, ...added];
}

interface SavedChanges {
  /** The record's name, for the notifications. */
  name: string;
  /** Its name before the changes. */
  oldName: string;
  /** The changed fields as they're stored now. */
  saved: object;
  labels: Labels;
  /** Reads the record again. @throws ApiError with a 404 if it no longer exists */
  read(): Promise<object>;
  /** Writes the old values and refetches. @returns false if a job makes the change */
  restore(): Promise<boolean>;
  /** Shows what others have changed. */
  refresh(): Promise<void>;
}

/** Undoes saved changes, unless one of the fields has been changed again. */
export function undoOffer(changes: SavedChanges): UndoOffer {
  const { name, oldName, saved, labels, read, restore, refresh } = changes;
  const declined = (reason: string) => {
    void refresh();
    return new Error(reason);
  };
  return {
    failure: msg`Couldn't undo the changes to ${name}`,
    run: async () => {
      const current = await read().catch((error: unknown) => {
        throw isStatus(error, 404) ? declined('It no longer exists.') : error;
      });
      const again = Object.keys(changesTo(current, saved)).map((field) =>
        labelOf(labels, field).toLowerCase(),
      );
      if (again.length > 0)
        throw declined(`Changed again since then: ${again.join(', ')}. Nothing was undone.`);
      if (await restore()) notify.success('Changes undone', msg`${oldName}`);
    },
  };
}
