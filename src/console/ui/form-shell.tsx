import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { msg } from '../lib/text.ts';
import { ActionButton } from './action-button.tsx';
import { Sending } from './dialog/dialog.tsx';
import { MergeDialog, type Conflicts } from './dialog/merge-dialog.tsx';
import type { Question } from './dialog/use-question.ts';
import { ErrorView } from './error-view.tsx';
import classes from './form-shell.module.css';
import { RequestPreview } from './request-view/request-view.tsx';

/** Problems that belong to no field. */
export interface FormProblems {
  /** What they have in common, if it isn't that the form's action failed. */
  title?: string;
  rest: readonly string[];
  /** Whether sending the form again may succeed. */
  mayRepeat?: boolean;
}

/** How a form is being sent. */
export interface FormState {
  problems: FormProblems;
  submitting: boolean;
  /** How often its fields were checked and sent. */
  attempts?: number;
}

interface FormNoticesProps {
  form: FormState;
  /** The name of the record that was being edited, if someone else has deleted it: the form then creates a new one. */
  gone?: string | undefined;
  /** Where someone else has changed the same fields, while the user is asked about it. */
  conflicts?: Question<Conflicts, object> | undefined;
  /** Title of the summary of problems that belong to no field: "Couldn't save Acme". */
  failure: string;
  onSubmit(): void;
}

interface FormShellProps extends FormNoticesProps {
  /** Label of the submit button: "Create user"; undefined if nothing can be sent. */
  action: string | undefined;
  /** The request that submitting would send; undefined if it would send none. */
  request: ComponentProps<typeof RequestPreview>['request'];
  onCancel(): void;
  /** A second action, on the left. */
  extraAction?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** What prevents a form from being sent, and belongs to no field. */
export function FormNotices({ form, gone, conflicts, failure, onSubmit }: FormNoticesProps) {
  const { title = failure, rest, mayRepeat } = form.problems;
  return (
    <>
      {gone !== undefined && (
        <ErrorView
          title={msg`${gone} no longer exists`}
          detail={['Nothing was saved. You can create a new one with these values.']}
        />
      )}
      {rest.length > 0 && (
        <ErrorView title={title} detail={rest} onRetry={mayRepeat ? onSubmit : undefined} />
      )}
      {conflicts && <MergeDialog {...conflicts} />}
    </>
  );
}

/** Focuses the first invalid field of a form after each attempt to send it. @returns the form's ref */
export function useProblemFocus({ problems, attempts }: FormState, gone?: string) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts === 0 && gone === undefined && problems.rest.length === 0) return;
    const invalid = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else ref.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [attempts, problems, gone]);
  return ref;
}

/** A form: problems, fields, what will be sent, and its buttons. */
export function FormShell(props: FormShellProps) {
  const { form, gone, action, request, onSubmit, onCancel, extraAction, children } = props;
  const { submitting: busy } = form;
  const ref = useProblemFocus(form, gone);
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const unselected = event.currentTarget.querySelector<HTMLElement>('[data-unselected]');
        if (!unselected) return onSubmit();
        unselected.dispatchEvent(new Event('invalid'));
        unselected.focus();
      }}
      onKeyDown={(event) => {
        // It chooses one of the options that are shown.
        const isChoosing = (event.target as Element).matches('input[aria-expanded="true"]');
        if (event.key === 'Enter' && isChoosing) event.preventDefault();
      }}
    >
      <Stack>
        <FormNotices {...props} />
        {children}
        <RequestPreview request={request} />
        {busy && <Sending />}
        <Group gap="md" className={classes.actions}>
          {extraAction}
          <Group gap="md" ml="auto">
            <Button size="sm" disabled={busy} onClick={onCancel}>
              {action === undefined ? 'Close' : 'Cancel'}
            </Button>
            {action !== undefined && (
              <ActionButton variant="filled" size="sm" type="submit" loading={busy}>
                {action}
              </ActionButton>
            )}
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
