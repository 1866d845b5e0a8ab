import { useState } from 'react';
import { byField, isStatus, sentencesOf } from '../api/errors.ts';
import { NotDone } from './lost-errors.ts';
import { useSettle, type Settle } from './use-settle.ts';
import { EditConflict } from '../lib/edit/use-edit.ts';
import type { FormProblems } from '../ui/form-shell.tsx';

const general = (rest: readonly string[]): FormProblems<never> => ({ fields: {}, rest });
const none = general([]);

/**
 * Sends a form, finds out what was done if the response is lost, and sorts the service's `detail` by field.
 * @param values what the form's fields hold, by property; problems of any other property go to the summary
 * @param found the problems that the form finds itself: while there are any, nothing is sent
 * @returns `fields`: the problems to show next to the fields. Those that the form found go away once it no longer does,
 *   the service's once the field has another value
 */
export function useSubmit<Name extends string = never>(
  values = {} as Readonly<Partial<Record<Name, unknown>>>,
  found: FormProblems<NoInfer<Name>>['fields'] = none.fields,
) {
  const [problems, setProblems] = useState<FormProblems<Name>>(none);
  const [sent, setSent] = useState(values);
  const [submitting, setSubmitting] = useState(false);
  const { settle, lost } = useSettle();
  const [blocked, setBlocked] = useState(false);
  /** @param blocking what keeps it from being sent, if not everything that the form found */
  async function submit(send: (settle: Settle) => Promise<void>, blocking = found): Promise<void> {
    const isBlocked = Object.keys(blocking).length > 0;
    setBlocked(isBlocked);
    setProblems({ fields: blocking, rest: [] });
    if (isBlocked) return;
    setSent(values);
    setSubmitting(true);
    try {
      await send(settle);
    } catch (error) {
      setProblems(sorted(error, values));
    } finally {
      setSubmitting(false);
    }
  }
  const applies = (name: Name) => (blocked ? name in problems.fields : Object.is(values[name], sent[name]));
  // The names are those of the fields.
  const fields = Object.fromEntries(
    Object.entries(blocked ? found : problems.fields).filter(([name]) => applies(name as Name)),
  ) as typeof found;
  /** Shows why it wasn't sent, if that's not about fields. */
  const reject = (rest: readonly string[]) => setProblems(general(rest));
  return { problems, fields, submitting, lost, submit, reject };
}

/** Whether sending the same form again is offered: the session had ended, or the response was lost and nothing was done. */
export function mayRepeat(error: unknown): boolean {
  return isStatus(error, 401) || error instanceof NotDone;
}

function sorted<Name extends string>(
  error: unknown,
  known: Partial<Record<Name, unknown>>,
): FormProblems<Name> {
  // `role_resources.0: …` belongs to the `role_resources` field.
  const sentences = error instanceof EditConflict ? error.detail : sentencesOf(error);
  const detail = sentences.map((sentence) => sentence.replace(/^([a-z_]+)\.[\w.]+:/, '$1:'));
  const { fields, rest } = byField(detail, Object.keys(known));
  const joined = Object.entries(fields).map(([name, messages]) => [name, messages.join('; ')]);
  // `byField` returns only known names.
  return {
    fields: Object.fromEntries(joined) as FormProblems<Name>['fields'],
    rest,
    mayRepeat: mayRepeat(error),
  };
}
