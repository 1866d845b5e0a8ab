import { useState } from 'react';
import { useForm, useWatch, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import { checkForm, fieldsOf, toSentence, type BodySchema } from './check-form.ts';
import { msg } from '../lib/text.ts';
import type { FormState } from '../ui/form-shell.tsx';
import type { RecordFields } from './record-fields.tsx';
import { useRecordEdit, type EditedRecord } from './record-edit.ts';
import { useSend } from './use-send.ts';
import type { PlannedWrite, Settle, Written } from './write.ts';

interface SentFormOptions<Values extends FieldValues, Data> {
  /** What the form shows first. */
  initial: Values;
  /** As of `checkForm`. */
  fields: Readonly<Record<string, { label: string }>>;
  schema: BodySchema<Data>;
  /** When fields are checked before the form is sent for the first time. */
  mode?: 'onSubmit' | 'onTouched';
  /** What the form's values are sent as, if not as they are. It's checked against the schema. */
  toData?(values: Values): object;
  /** Problems that the schema doesn't know, by field. */
  check?(values: Values): Readonly<Record<string, string>>;
  send(data: Data, settle: Settle): Promise<void>;
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
  const send = async (action: (settle: Settle) => Promise<void>) => {
    const problems = await sending.send(action, fieldsOf(schema));
    for (const [name, problem] of Object.entries(problems)) {
      const message = toSentence(problem, form.getValues(name as Path<Values>), fields[name]?.label ?? name);
      form.setError(name as Path<Values>, { type: 'service', message });
    }
  };
  const submit = form.handleSubmit((data) => send((settle) => options.send(data as unknown as Data, settle)));
  const problems = () => checked(form.getValues()).errors;
  const data = () => {
    const { values: valid, errors: wrong } = checked(form.getValues());
    // While something is invalid, the preview shows what was typed.
    return (Object.keys(wrong).length > 0 ? toData(form.getValues()) : valid) as Data;
  };
  const state: FormState = { ...sending, attempts: submitCount };
  return { form, values, errors, state, problems, data, submit: () => void submit(), send };
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
  fields: RecordFields;
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
    send: async (sent, settle) => {
      // The schema decides which one it is.
      if (!edit) return create.onCreated(await settle(create.plan(sent as Create).send()), sent as Create);
      const title = Object.entries(sent).find(([field]) => field === Object.keys(fields)[0])?.[1];
      if (await save(sent, settle, typeof title === 'string' ? title : name)) onClose();
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
