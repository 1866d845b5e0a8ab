import { useState } from 'react';
import { byField, isStatus, sentencesOf } from '../api/errors.ts';
import { EditConflict } from '../lib/use-edit.ts';
import type { FormProblems } from '../ui/form-shell.tsx';

const none: FormProblems<never> = { fields: {}, rest: [] };

/**
 * Sends a form, and sorts the service's `detail` by field.
 * @param fieldNames properties that have a field in the form; problems of any other go to the summary
 */
export function useSubmit<const Name extends string = never>(fieldNames: readonly Name[] = []) {
  const [problems, setProblems] = useState<FormProblems<Name>>(none);
  const [submitting, setSubmitting] = useState(false);
  const [own, setOwn] = useState(false);
  /** Shows problems that the form found itself. */
  const reject = (fields: FormProblems<Name>['fields'], rest: readonly string[] = []) => {
    setProblems({ fields, rest });
    setOwn(true);
  };
  /** The problems of fields. @param now what the form finds now: problems of its own that it no longer finds go away */
  const fieldProblems = (now: FormProblems<Name>['fields']): FormProblems<Name>['fields'] => {
    const { fields } = problems;
    // The names are those of `now`.
    return own
      ? (Object.fromEntries(Object.entries(now).filter(([name]) => name in fields)) as typeof now)
      : fields;
  };
  /** @param found problems that the form found itself: nothing is sent then */
  async function submit(send: () => Promise<void>, found?: FormProblems<Name>['fields']): Promise<void> {
    if (found && Object.keys(found).length > 0) {
      reject(found);
      return;
    }
    setSubmitting(true);
    setProblems(none);
    setOwn(false);
    try {
      await send();
    } catch (error) {
      setProblems(sorted(error, fieldNames));
    } finally {
      setSubmitting(false);
    }
  }
  return { problems, fieldProblems, submitting, submit, reject };
}

function sorted<Name extends string>(error: unknown, fieldNames: readonly Name[]): FormProblems<Name> {
  // `role_resources.0: …` belongs to the `role_resources` field.
  const sentences = error instanceof EditConflict ? error.detail : sentencesOf(error);
  const detail = sentences.map((sentence) => sentence.replace(/^([a-z_]+)\.[\w.]+:/, '$1:'));
  const { fields, rest } = byField(detail, fieldNames);
  const joined = Object.entries(fields).map(([name, messages]) => [name, messages.join('; ')]);
  // `byField` returns only names from `fieldNames`.
  return {
    fields: Object.fromEntries(joined) as FormProblems<Name>['fields'],
    rest,
    sessionEnded: isStatus(error, 401),
  };
}
