import { useState } from 'react';
import { isStatus } from '../../../api/errors.ts';
import { problemsOf } from '../../../data/use-send.ts';
import { msg } from '../../../lib/text.ts';
import { fieldNames } from '../../../data/oidc/fields.ts';
import { toSentence } from '../../../data/oidc/form-values.ts';
import type { ProviderForm } from './use-provider-form.ts';

type Attempt = 'save' | 'sign-in test';

/** What prevented the last save or sign-in test. */
interface Found {
  attempt: Attempt;
  /** About the client secret, which isn't part of the form's values. */
  secret: string | undefined;
  /** From the service, about no particular field. */
  general: readonly string[];
  /** Whether someone else has deleted the provider. */
  gone: boolean;
  /** Whether sending the form again may succeed. */
  mayRepeat: boolean;
  /** Increases with every failed attempt, so that the summary takes the focus. */
  failures: number;
}

export type FormProblems = ReturnType<typeof useFormProblems>;

const none = { secret: undefined, general: [], gone: false, mayRepeat: false };

/** Collects the problems of the form's own rules and of the service. */
export function useFormProblems({ form, base, validate }: ProviderForm) {
  const [found, setFound] = useState<Found>({ ...none, attempt: 'save', failures: 0 });
  const change = (changes: Partial<Found>) => setFound((before) => ({ ...before, ...changes }));
  const fail = (changes: Partial<Found>) =>
    setFound((before) => ({ ...before, ...changes, failures: before.failures + 1 }));
  return {
    ...found,
    /** Whether the form is valid; shows its problems otherwise. */
    check: (attempt: Attempt) => {
      const values = form.getValues();
      const { client_secret: secret, ...others } = validate(values);
      // A test shows the claims, to choose the username expression from.
      if (attempt === 'sign-in test')
        for (const field of ['name', 'username_path'] as const)
          if (values[field] === '') delete others[field];
      if (secret === undefined && Object.keys(others).length === 0) {
        change({ ...none, attempt });
        return true;
      }
      fail({ ...none, attempt, secret });
      void form.trigger(fieldNames.filter((name) => others[name] !== undefined));
      return false;
    },
    /** Shows why the service rejected a request. */
    show: (error: unknown) => {
      const { fields, rest, mayRepeat } = problemsOf(error, [...fieldNames, 'client_secret']);
      for (const name of fieldNames) {
        const message = fields[name];
        if (message !== undefined) form.setError(name, { type: 'service', message: toSentence(message) });
      }
      const gone = isStatus(error, 404) && base !== undefined;
      fail({
        gone,
        secret: fields['client_secret'] && toSentence(fields['client_secret']),
        general: gone ? [msg`${base.name} no longer exists`] : rest,
        mayRepeat,
      });
    },
    clear: () => change(none),
    /** Removes the problem of a secret that's being replaced. */
    clearSecret: () => change({ secret: undefined }),
  };
}
