import { useState } from 'react';
import { ApiError, byField } from '../../api/errors.ts';
import { sentenceOf } from '../../data/notifications/notify.ts';

/** What went wrong with a form: by field, and the rest. */
export interface FormProblems {
  fields: Readonly<Record<string, string>>;
  rest: readonly string[];
}

const none: FormProblems = { fields: {}, rest: [] };

/**
 * Sends a form and sorts what the service finds wrong by the fields that it shows.
 * @param fieldNames names of the properties that have a field
 */
export function useSubmit(fieldNames: readonly string[]) {
  const [problems, setProblems] = useState(none);
  const [sending, setSending] = useState(false);
  async function submit(send: () => Promise<void>): Promise<void> {
    setSending(true);
    setProblems(none);
    try {
      await send();
    } catch (error) {
      // `role_resources.0: …` belongs to the field of `role_resources`.
      const detail = (error instanceof ApiError ? error.detail : [sentenceOf(error)]).map((sentence) =>
        sentence.replace(/^([a-z_]+)\.[\w.]+:/, '$1:'),
      );
      const { fields, rest } = byField(detail, fieldNames);
      const joined = Object.entries(fields).map(([name, found]) => [name, found.join('; ')]);
      setProblems({ fields: Object.fromEntries(joined) as Record<string, string>, rest });
    } finally {
      setSending(false);
    }
  }
  /** Shows what is wrong before anything is sent. */
  const refuse = (fields: Record<string, string>) => setProblems({ fields, rest: [] });
  return { problems, sending, submit, refuse };
}
