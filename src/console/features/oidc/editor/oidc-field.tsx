import { Badge, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { inputId, labels, type FieldName } from './fields.ts';
import classes from './editor.module.css';
import { useEditorParts } from './editor-context.ts';
import { provenance, type Provenance } from '../metadata/provenance.ts';

interface OidcFieldProps extends Pick<TextInputProps, 'placeholder' | 'maxLength' | 'required' | 'dir'> {
  name: FieldName;
  description: ReactNode;
  /** Set in the fixed-width face: URLs, ids, expressions. */
  mono?: boolean;
  /** What acts on the value, on the right of the input. */
  beside?: ReactNode;
  /** Spaces around it are taken off, visibly, when it is left. */
  trims?: boolean;
}

/** A text field of the form with its help, its problem and where its value comes from. */
export function OidcField({
  name,
  description,
  mono = false,
  trims = true,
  beside,
  required = false,
  ...input
}: OidcFieldProps) {
  const { editor } = useEditorParts();
  const { onBlur, ...registered } = editor.form.register(name);
  return (
    <div className={classes.field}>
      <ProvenanceChip name={name} />
      <TextInput
        id={inputId(name)}
        label={labels[name]}
        description={description}
        error={editor.form.formState.errors[name]?.message}
        readOnly={editor.readOnly}
        required={required && !editor.readOnly}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        classNames={mono ? { input: 'mono' } : {}}
        {...(beside ? { inputContainer: besideInput(beside) } : {})}
        {...input}
        {...registered}
        onBlur={(event) => {
          const { value } = event.currentTarget;
          if (trims && value !== value.trim()) editor.set(name, value.trim());
          void onBlur(event);
        }}
      />
    </div>
  );
}

/** Puts something on the right of an input, above what is said of its problems. */
function besideInput(beside: ReactNode) {
  return (input: ReactNode) => (
    <div className={classes.beside}>
      {input}
      {beside}
    </div>
  );
}

const colors: Record<Provenance, string> = {
  'As published': 'teal',
  'Differs from published': 'orange',
  'Filled on save': 'blue',
  Changed: 'blue',
  Typed: 'gray',
  Saved: 'gray',
  Default: 'gray',
};

/** Where the value of a field comes from, in a word or three. */
export function ProvenanceChip({ name }: { name: FieldName }) {
  const { editor, metadata } = useEditorParts();
  const saved = editor.base ? editor.baseValues : undefined;
  const origin = provenance(name, editor.values, saved, metadata.preview?.metadata);
  if (!origin) return null;
  return (
    <Badge className={classes.chip} size="sm" variant="default" data-origin={colors[origin]}>
      {origin}
    </Badge>
  );
}
