import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { count } from '../../../lib/text.ts';
import classes from './editor.module.css';
import { WhyLink } from '../../../ui/links/why-link.tsx';
import { useEditorParts } from './editor-context.ts';
import { fieldNames, inputId, labels, type FieldName } from '../../../data/oidc/fields.ts';
import { focusField } from './focus-field.ts';

interface Problem {
  field: FieldName | 'client_secret';
  label: string;
  message: string;
}

/** Every problem of the last attempt, with links to the fields. Takes the focus. */
export function ErrorSummary({ onTestSignIn }: { onTestSignIn(): void }) {
  const { editor } = useEditorParts();
  const ref = useRef<HTMLElement>(null);
  const { failures, general, secret, gone, mayRepeat, attempt } = editor.problems;
  const { errors } = editor.form.formState;
  useEffect(() => {
    if (failures === 0) return;
    ref.current?.focus();
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [failures]);
  if (failures === 0) return null;
  const problems: Problem[] = fieldNames.flatMap((name) => {
    const message = errors[name]?.message;
    return message === undefined ? [] : [{ field: name, label: labels[name], message }];
  });
  if (secret !== undefined)
    problems.push({ field: 'client_secret', label: 'Client secret', message: secret });
  const total = problems.length + general.length;
  if (total === 0) return null;
  return (
    <section ref={ref} tabIndex={-1} role="alert" aria-label="Problems" className={classes.summary}>
      <Text fw={600}>
        {attempt === 'save' ? "Couldn't save" : "Couldn't test the sign-in"}: {count(total, 'problem')}
      </Text>
      <ul>
        {general.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {problems.map(({ field, label, message }) => (
          <li key={field}>
            <a
              href={`#${inputId(field)}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(field);
              }}
            >
              {label}
            </a>{' '}
            {message.charAt(0).toLowerCase() + message.slice(1)}
          </li>
        ))}
      </ul>
      <WhyLink detail={general} />
      {gone && (
        <Button mt={8} onClick={() => void editor.createAgain()}>
          Create a new provider with these values
        </Button>
      )}
      {mayRepeat && (
        <Button mt={8} onClick={() => (attempt === 'save' ? editor.save() : onTestSignIn())}>
          Try again
        </Button>
      )}
    </section>
  );
}
