import { fieldNames, type FormValues } from './fields.ts';
import type { RequestData } from './form-values.ts';
import { movedSecret } from './moved-secret.ts';

/**
 * What undoing a save sends; undefined if Undo isn't offered: a replaced secret can't be restored, a new metadata URL
 * makes the service fill other fields, and moving the token endpoint under the stored secret needs confirmation.
 * @param from the values before the save
 * @param sent what the save sent
 * @param saved the values after it
 */
export function requestToUndo(
  from: FormValues,
  sent: RequestData,
  saved: FormValues,
): RequestData | undefined {
  if (sent.client_secret !== undefined || sent.metadata_url !== undefined) return undefined;
  const before = fieldsOf(from, sent);
  return movedSecret(saved, { ...saved, ...before }) ? undefined : before;
}

/** The fields of a request as a form has them. */
export function fieldsOf(values: FormValues, data: RequestData): RequestData {
  return Object.fromEntries(
    fieldNames.filter((name) => data[name] !== undefined).map((name) => [name, values[name]]),
  );
}
