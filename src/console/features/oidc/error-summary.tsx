import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { count } from '../../lib/text.ts';
import classes from './editor.module.css';
import { WhyLink } from '../../ui/why-link.tsx';
import { useEditorParts } from './editor-context.ts';
import { fieldNames, inputId, labels } from './fields.ts';

/** Every problem of the last attempt to save, with links to the fields. Takes the focus. */
export function ErrorSummary() {
  const { editor } = useEditorParts();
  const ref = useRef<HTMLElement>(null);
  const { failures, rest, secretProblem } = editor;
  const { errors } = editor.form.formState;
  useEffect(() => {
    if (failures === 0) return;
    ref.current?.focus();
    ref.current?.scrollIntoView({ block: 'nearest' });
  }, [failures]);
  if (failures === 0) return null;
  const problems = fieldNames.flatMap((name) => {
    const message = errors[name]?.message;
    return message === undefined ? [] : [{ id: inputId(name), label: labels[name], message }];
  });
  if (secretProblem !== undefined) {
    problems.push({ id: inputId('client_secret'), label: 'Client secret', message: secretProblem });
  }
  const all = problems.length + rest.length;
  if (all === 0) return null;
  return (
    <section ref={ref} tabIndex={-1} role="alert" aria-label="Problems" className={classes.summary}>
      <Text fw={600} size="sm">
        Nothing was saved: {count(all, 'problem')}
      </Text>
      <ul>
        {rest.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {problems.map(({ id, label, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                document.querySelector<HTMLElement>(`#${id}, #${id} input`)?.focus();
              }}
            >
              {label}
            </a>
            : {message}
          </li>
        ))}
      </ul>
      <WhyLink detail={rest} />
    </section>
  );
}
