import { useEffect, useState, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { syntaxProblem } from '../username/evaluate.ts';
import { fieldNames, type FieldName, type FormValues } from '../../../data/oidc/fields.ts';
import {
  changedFields,
  createProblems,
  emptyForm,
  toForm,
  updateProblems,
  type Problems,
} from '../../../data/oidc/form-values.ts';
import type { SecretMode } from '../../../ui/secret-field.tsx';

export type ProviderForm = ReturnType<typeof useProviderForm>;

export interface ProviderFormInput {
  op: OidcOp | undefined;
  /** What the form shows first. */
  initial: FormValues;
  /** What it shows without changes; differs from `initial` when a draft was restored. */
  pristine: FormValues;
}

/** Holds the form's values, validates them and knows what has changed. */
export function useProviderForm({ op, initial, pristine }: ProviderFormInput) {
  const [base, setBase] = useState(op);
  const [baseValues, setBaseValues] = useState(op ? toForm(op) : emptyForm);
  const secret = useSecret(op !== undefined);

  /** What the contract's rules reject, by field. */
  const validate = (values: FormValues): Problems => {
    const problems = base
      ? updateProblems(baseValues, values, secret.read())
      : createProblems(values, secret.read() ?? '');
    const { username_path: path } = values;
    const syntax = path === '' || path === baseValues.username_path ? undefined : syntaxProblem(path);
    if (syntax)
      problems.username_path ??= `Invalid JMESPath at character ${syntax.position + 1}: ${syntax.message}`;
    return problems;
  };
  const form = useForm<FormValues>({
    defaultValues: initial,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: (values) => {
      const { client_secret: _, ...problems } = validate(values);
      if (Object.keys(problems).length === 0) return { values, errors: {} };
      const errors = Object.entries(problems).map(([name, message]) => [name, { type: 'rule', message }]);
      return { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  // Every field has a default value, so none is undefined.
  const values = useWatch({ control: form.control }) as FormValues;
  const { errors } = form.formState;
  useEffect(() => {
    // What a field requires may depend on another field, and the library validates only the one that changed.
    const problems = validate(values);
    const solved = fieldNames.filter((name) => errors[name]?.type === 'rule' && !problems[name]);
    if (solved.length > 0) form.clearErrors(solved);
  });

  return {
    form,
    values,
    /** The record as opened or last saved; undefined for a new one. */
    base,
    baseValues,
    secret,
    /** Whether leaving would lose changes. */
    dirty: secret.filled || changedFields(base ? baseValues : pristine, values).length > 0,
    set: (field: FieldName, value: string) =>
      form.setValue(field, value, { shouldTouch: true, shouldValidate: true }),
    validate,
    /** Makes `record` the base, and keeps the `edited` fields of `edits` as unsaved changes. */
    rebase: (record: OidcOp, edits: FormValues, edited: readonly FieldName[]) => {
      setBase(record);
      setBaseValues(toForm(record));
      form.reset(toForm(record));
      for (const name of edited) form.setValue(name, edits[name]);
    },
  };
}

/**
 * The client secret of the form. What is typed stays in the input, out of state, drafts, caches and storage.
 * @param stored whether the service has a secret already
 */
function useSecret(stored: boolean) {
  const [mode, setMode] = useState<SecretMode>(stored ? 'stored' : 'set');
  const [filled, setFilled] = useState(false);
  const [spaced, setSpaced] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  return {
    mode,
    inputRef,
    /** Whether something is typed. */
    filled,
    /** Whether what is typed starts or ends with a space, as copied secrets sometimes do. */
    spaced: filled && spaced,
    setMode,
    setFilled: (next: boolean) => {
      setFilled(next);
      setSpaced(inputRef.current?.value !== inputRef.current?.value.trim());
    },
    /** The secret to send; undefined keeps the stored one. */
    read: () => (mode === 'stored' ? undefined : (inputRef.current?.value ?? '')),
    /** Called after a save: the service has the secret now. */
    markStored: () => {
      setFilled(false);
      setMode('stored');
    },
  };
}
