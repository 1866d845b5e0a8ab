import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { count } from '../../../lib/text.ts';
import classes from './editor.module.css';
import { WhyLink } from '../../../ui/links/why-link.tsx';
import { useEditorParts } from './editor-context.ts';
import { fieldNames, inputId, labels } from '../../../data/oidc/fields.ts';
import { focusField } from './focus-field.ts';

/** Every problem of the last attempt, with links to the fields. Takes the focus. */
export function ErrorSummary({ onTestSignIn }: { onTestSignIn(): void }) {
  const { editor } = useEditorParts();
  const ref = useRef<HTMLElement>(null);
  const { kind, number, isRejected, general, gone, mayRepeat } = editor.attempt;
  useEffect(() => {
    if (number === 0 && general.length === 0) return;
    ref.current?.focus();
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [number, general]);
  const problems = [...fieldNames, 'client_secret' as const].flatMap((field) => {
    const message = editor.errors[field]?.message;
    const label = labels[field];
    if (message === undefined) return [];
    return [{ field, label, rest: restOf(message, label) }];
  });
  const total = problems.length + general.length;
  if (!isRejected || total === 0) return null;
  return (
    <section ref={ref} tabIndex={-1} role="alert" aria-label="Problems" className={classes.summary}>
      <Text fw={600}>
        {kind === 'sign-in test'
          ? "Couldn't test the sign-in"
          : editor.base
            ? "Couldn't save"
            : "Couldn't create"}
        : {count(total, 'problem')}
      </Text>
      <ul>
        {general.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {problems.map(({ field, label, rest }) => (
          <li key={field}>
            <a
              href={`#${inputId(field)}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(field);
              }}
            >
              {label}
            </a>
            {rest}
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
        <Button mt={8} onClick={() => (kind === 'save' ? editor.save() : onTestSignIn())}>
          Try again
        </Button>
      )}
    </section>
  );
}

/** What follows a field's label: " is required", " must use https", ": Invalid JMESPath". */
function restOf(message: string, label: string): string {
  if (message.startsWith(`${label} `)) return message.slice(label.length);
  return message.startsWith('Must ') ? ` m${message.slice(1)}` : `: ${message}`;
}
