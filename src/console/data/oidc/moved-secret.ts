import { refetchesMetadata, toForm } from './form-values.ts';
import type { FormValues } from './fields.ts';
import { parseUrl } from '../../../contract/urls.ts';

/** A token endpoint that moves to another origin while the stored secret stays. */
export interface MovedSecret {
  from: string;
  /** Undefined if it comes from metadata that is still to be fetched. */
  to: string | undefined;
}

/**
 * Whether saving would keep the stored secret but move the token endpoint to another origin.
 * @param saved the values of the record
 */
export function movedSecret(saved: FormValues, values: FormValues): MovedSecret | undefined {
  const from = originOf(saved.token_endpoint);
  if (from === undefined) return undefined;
  if (values.token_endpoint === '')
    return refetchesMetadata(saved, values) ? { from, to: undefined } : undefined;
  const to = originOf(values.token_endpoint);
  return to === undefined || to === from ? undefined : { from, to };
}

/**
 * What happens to the secret then. No service reveals which origin a secret was entered for, and a remote service might
 * not check it.
 */
export function secretWarning({ from, to }: MovedSecret, remote: boolean): string {
  const moves =
    to === undefined
      ? `The metadata may move the token endpoint away from ${from}.`
      : `The token endpoint moves from ${from} to ${to}.`;
  const destination = to ?? 'another origin';
  return remote
    ? `${moves} This service keeps the stored secret and may send it to ${destination}.`
    : `${moves} The stored secret won't be sent to ${destination} unless it was entered for it. Sign-in fails until you enter it again.`;
}

/**
 * Whether undoing a save is offered: a new metadata URL makes the service fill other fields, and moving the token endpoint
 * under the stored secret needs confirmation.
 * @param before what undoing writes
 * @param now the saved record
 */
export function mayUndo(before: object, now: object): boolean {
  return !('metadata_url' in before) && !movedSecret(toForm(now), toForm({ ...now, ...before }));
}

function originOf(address: string): string | undefined {
  return parseUrl(address)?.origin;
}
