import { Badge, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { ChangeEvent, FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { inputId, labels, type FieldName } from '../../../data/oidc/fields.ts';
import classes from './editor.module.css';
import { useEditorParts } from './editor-context.ts';
import { checksId, FieldChecks } from './field-checks.tsx';
import { withAction } from '../../../ui/mantine/with-action.tsx';
import { provenance, type Provenance } from '../../../data/oidc/provenance.ts';

interface OidcFieldProps extends Pick<TextInputProps, 'placeholder' | 'maxLength' | 'required' | 'dir'> {
  name: FieldName;
  description: ReactNode;
  /** Shown in a monospaced font: URLs, ids, expressions. */
  mono?: boolean;
  /** A button at the right of the input. */
  action?: ReactNode;
  /** What Enter does, instead of submitting the form. */
  onEnter?: (() => void) | undefined;
  /** Whether leaving the input removes surrounding spaces. */
  trims?: boolean;
  /** Whether it keeps line breaks and grows with them. */
  multiline?: boolean;
}

/** A text field of the form with its help text, its problem and its provenance. */
export function OidcField({
  name,
  description,
  mono = false,
  trims = true,
  multiline = false,
  action,
  onEnter,
  required = false,
  ...input
}: OidcFieldProps) {
  const { editor, checks } = useEditorParts();
  const { onBlur, onChange, ...registered } = editor.form.register(name);
  const error = editor.form.formState.errors[name];
  const common = {
    id: inputId(name),
    label: labels[name],
    description,
    error: error?.message,
    readOnly: editor.readOnly,
    required: required && !editor.readOnly,
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'none',
    'aria-details': checks.some(({ field }) => field === name) ? checksId(name) : undefined,
    classNames: mono ? { input: 'mono' } : {},
    ...(action ? { inputContainer: withAction(action) } : {}),
    ...input,
    ...registered,
    ...(onEnter && {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onEnter();
      },
    }),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      // The library validates a field only once it was left.
      if (error?.type === 'service') editor.form.clearErrors(name);
      void onChange(event);
    },
    onBlur: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { value } = event.currentTarget;
      if (trims && value !== value.trim()) editor.set(name, value.trim());
      void onBlur(event);
    },
  };
  return (
    <div className={classes.field}>
      <ProvenanceBadge name={name} />
      {multiline ? <Textarea autosize minRows={1} maxRows={12} {...common} /> : <TextInput {...common} />}
      <FieldChecks name={name} />
    </div>
  );
}

const colors: Record<Provenance, string> = {
  'As published': 'var(--accent)',
  'Differs from published': 'var(--warning)',
  'Filled on save': 'light-dark(#1d4ed8, #93c5fd)',
  Changed: 'light-dark(#1d4ed8, #93c5fd)',
};

/** Marks a field that differs from what's saved, or that the metadata fills or confirms. */
export function ProvenanceBadge({ name }: { name: FieldName }) {
  const { editor, metadata } = useEditorParts();
  const origin = provenance(name, editor.values, editor.base, metadata.preview?.metadata);
  if (!origin) return null;
  return (
    <Badge
      tt="none"
      size="sm"
      variant="default"
      fw={500}
      pos="absolute"
      top={0}
      right={0}
      c={colors[origin]}
      bd="1px solid"
      bg="none"
    >
      {origin}
    </Badge>
  );
}
