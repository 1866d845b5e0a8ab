import { useState } from 'react';
import { byField, isStatus, NotDone, sentencesOf } from '../api/errors.ts';
import type { FormProblems } from '../ui/form-shell.tsx';
import type { Lost } from '../ui/lost-response.tsx';
import { type Settle, findLost, unknownText } from './write.ts';

const none: FormProblems = { rest: [] };

/** Sends a form, or what a dialog confirms. If the response is lost, it finds out what was done before anything is repeated. */
export function useSend() {
  const [problems, setProblems] = useState(none);
  const [submitting, setSubmitting] = useState(false);
  const [lost, setLost] = useState<Lost>();
  const settle: Settle = async (write) => {
    const result = await write;
    if (!('lost' in result)) return result;
    const text = unknownText(result.lost);
    for (;;) {
      try {
        setLost((before) => ({ ...before, text, onCheck: undefined }));
        const written = await findLost(result);
        setLost(undefined);
        return written;
      } catch (error) {
        // A change to a record that no longer exists isn't unknown.
        if (error instanceof NotDone || isStatus(error, 404)) {
          setLost(undefined);
          throw error;
        }
        const failed = sentencesOf(error);
        await new Promise<void>((resolve) => setLost({ text, failed, onCheck: resolve }));
      }
    }
  };
  /** @param known the names of the form's fields @returns the service's problems with these; the rest is in `problems` */
  async function send(action: (settle: Settle) => Promise<void>, known: readonly string[] = []) {
    setProblems(none);
    setSubmitting(true);
    try {
      await action(settle);
      return {};
    } catch (error) {
      const { fields, ...others } = problemsOf(error, known);
      setProblems(others);
      return fields;
    } finally {
      setSubmitting(false);
    }
  }
  return { problems, submitting, lost, send };
}

/** Why the service rejected something, by the field that each problem begins with. */
export function problemsOf(error: unknown, known: readonly string[]) {
  // `role_resources.0: …` belongs to the `role_resources` field.
  const detail = sentencesOf(error).map((sentence) => sentence.replace(/^([a-z_]+)\.[\w.]+:/, '$1:'));
  const { fields, rest } = byField(detail, known);
  const joined = Object.entries(fields).map(([name, messages]): [string, string] => [
    name,
    messages.join('; '),
  ]);
  // The session had ended, or the response was lost and nothing was done.
  const mayRepeat = isStatus(error, 401) || error instanceof NotDone;
  return { fields: Object.fromEntries(joined), rest, mayRepeat };
}
