import { Textarea, TextInput } from '@mantine/core';
import { Fragment, type FocusEvent, type ReactNode } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { Column } from '../ui/data-table/columns.ts';
import type { Details } from '../ui/detail-list.tsx';

/** A field of a record: what its form, list, CSV export, page and history make of it. */
export interface RecordField {
  /** What all of them call it. */
  label: string;
  /** How a text is typed; absent if a form has another input for the field. */
  input?: {
    description?: string;
    required?: true;
    maxLength?: number;
    /** How many lines it shows; one that takes no line breaks if absent. */
    rows?: number;
    /** For identifiers: nothing corrects or capitalizes it. */
    autoCapitalize?: 'none';
    spellCheck?: false;
  };
  /** The width of its column; absent if lists don't show it. */
  column?: string;
  /** Whether it can't be changed once the record exists. */
  createOnly?: true;
}

/** A record's fields by name, in the order of its form. */
export type RecordFields = Readonly<Record<string, RecordField>>;

interface RecordInputsProps<Values extends FieldValues> {
  fields: RecordFields;
  form: UseFormReturn<Values>;
  /** Inputs for fields that aren't texts. */
  inputs?: { [Name in keyof Values]?: ReactNode };
  /** Why texts can't be changed, by field. */
  fixed?: Readonly<Record<string, string>>;
  /** What about the focus: the text that has it is proposed, and selected to be replaced; or another input has it. */
  focus?: 'selected' | 'none' | undefined;
}

const select = ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
  currentTarget.select();

/** The inputs of a record's form. The first one that can be changed gets the focus. */
export function RecordInputs<Values extends FieldValues>(props: RecordInputsProps<Values>) {
  const { fields, form, inputs, fixed = {}, focus } = props;
  const first = focus === 'none' ? undefined : Object.keys(fields).find((name) => !(name in fixed));
  // The form has these fields.
  return (Object.keys(fields) as (Path<Values> & keyof Values)[]).map((name) => {
    const { label, input } = fields[name] ?? { label: '' };
    if (inputs && name in inputs) return <Fragment key={name}>{inputs[name]}</Fragment>;
    if (!input) return null;
    const { rows, ...rest } = input;
    const common = {
      label,
      autoComplete: 'off',
      'data-autofocus': name === first ? true : undefined,
      readOnly: name in fixed,
      error: form.getFieldState(name, form.formState).error?.message,
      ...rest,
      ...(name in fixed && { description: fixed[name] }),
      ...form.register(name),
      ...(focus === 'selected' && name === first && { onFocus: select }),
    };
    return rows === undefined ? (
      <TextInput key={name} {...common} />
    ) : (
      <Textarea key={name} autosize={false} rows={rows} {...common} />
    );
  });
}

/** A field of a form, as inputs take it that aren't texts. */
export function controlled<Values extends FieldValues, Name extends Path<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
): {
  value: PathValue<Values, Name>;
  error: string | undefined;
  onChange(value: PathValue<Values, Name>): void;
} {
  return {
    value: form.getValues(name),
    error: form.getFieldState(name, form.formState).error?.message,
    onChange: (value) =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }),
  };
}

/** Texts of a record that its page shows as details. @param title the name of the one that it shows elsewhere */
export function textDetails(fields: RecordFields, record: object, title: string): Details {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, { input }]) => input && name !== title)
      .map(([name, { label }]) => [label, textIn(record, name)]),
  );
}

function textIn(record: object, name: string): string {
  const value: unknown = new Map(Object.entries(record)).get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * The columns of a list of records, which its CSV export has too. Texts can be sorted.
 * @param special what differs from showing the field's text under the field's name
 */
export function fieldColumns<Item extends object>(
  fields: RecordFields,
  special: Readonly<Record<string, Partial<Column<Item>>>>,
): Column<Item>[] {
  return Object.entries(fields).flatMap(([name, { label: header, input, column: width }]) => {
    if (width === undefined) return [];
    const text = (item: Item) => textIn(item, name);
    return [{ id: name, header, width, text, ...(input && { sort: true as const }), ...special[name] }];
  });
}
