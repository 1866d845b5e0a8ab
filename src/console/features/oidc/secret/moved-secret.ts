import { refills } from '../editor/form-values.ts';
import type { FormValues } from '../editor/fields.ts';

/** A change of the token endpoint under a stored secret, by origins. */
export interface MovedSecret {
  from: string;
  /** Undefined where the metadata will tell. */
  to: string | undefined;
}

/**
 * Whether saving would leave the stored secret with a token endpoint of another origin.
 * @param saved the values of the record
 */
export function movedSecret(saved: FormValues, values: FormValues): MovedSecret | undefined {
  const from = originOf(saved.token_endpoint);
  if (from === undefined) return undefined;
  if (values.token_endpoint === '') return refills(saved, values) ? { from, to: undefined } : undefined;
  const to = originOf(values.token_endpoint);
  return to === undefined || to === from ? undefined : { from, to };
}

/**
 * What becomes of the secret then. A service doesn't tell what a secret was entered for, and a remote one doesn't tell
 * either whether it minds.
 */
export function secretWarning({ from, to }: MovedSecret, remote: boolean): string {
  const moves =
    to === undefined
      ? `The metadata may name a token endpoint elsewhere than ${from}.`
      : `The token endpoint moves from ${from} to ${to}.`;
  const there = to ?? 'another origin';
  return remote
    ? `${moves} This service keeps the stored secret and may send it to ${there}.`
    : `${moves} The stored secret won’t be sent to ${there} unless it was entered for it: sign-in fails until you enter it again.`;
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
