import { endpointFields } from '../../../contract/oidc/metadata.ts';
import type { OidcOp, OidcOpUpdate } from '../../../contract/oidc/oidc-ops.ts';
import { fieldNames, isPublished, labels, type FieldName, type FormValues } from './fields.ts';

// Every field is in it.
const blankForm = Object.fromEntries(fieldNames.map((name) => [name, ''])) as FormValues;

/** The values of a new provider: the API's defaults. */
export const emptyForm: FormValues = { ...blankForm, scope: 'openid', logout_method: 'none' };

/** A record as form values: null or missing fields are empty, and values that aren't strings are shown as JSON. */
export function toForm(op: Partial<OidcOp>): FormValues {
  const values = { ...emptyForm };
  for (const name of fieldNames) {
    const value: unknown = op[name] ?? '';
    values[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  return values;
}

/** The fields in which two forms differ. */
export function changedFields(base: FormValues, values: FormValues): FieldName[] {
  return fieldNames.filter((name) => values[name] !== base[name]);
}

/** The properties of a write, under the API's names. */
export type RequestData = Partial<Record<keyof OidcOpUpdate, string | undefined>>;

/**
 * What creating a provider sends: every field that has a value. The service fills omitted endpoints from the metadata.
 * @param secret the client secret as typed
 */
export function toCreateRequest(values: FormValues, secret: string): RequestData {
  const data: RequestData = {};
  for (const name of fieldNames) if (values[name] !== '') data[name] = values[name];
  if (secret !== '') data.client_secret = secret;
  return data;
}

/**
 * What saving sends: only changed fields. A new metadata URL makes the service refill every published field that the
 * request omits, so those with a value are sent then: what the form shows is what gets saved.
 * @param secret the new client secret as typed; undefined keeps the stored one
 */
export function toUpdateRequest(
  base: FormValues,
  values: FormValues,
  secret: string | undefined,
): RequestData {
  const data: RequestData = {};
  for (const name of changedFields(base, values)) data[name] = values[name];
  if (refetchesMetadata(base, values)) {
    for (const name of fieldNames) {
      if (!isPublished(name)) continue;
      if (values[name] === '') delete data[name];
      else data[name] = values[name];
    }
  }
  if (secret !== undefined) data.client_secret = secret;
  return data;
}

/**
 * What a sign-in test of a draft sends: what saving it would store. For a saved provider, blank fields are sent as blank,
 * because saving fills them from the metadata only when the metadata URL changes.
 * @param saved the values of the record; undefined for a new one
 * @param secret the client secret as typed
 */
export function toSignInTestRequest(
  saved: FormValues | undefined,
  values: FormValues,
  secret: string | undefined,
): RequestData {
  const data = toCreateRequest(values, secret ?? '');
  if (!saved || refetchesMetadata(saved, values)) return data;
  for (const name of ['userinfo_endpoint', 'jwks_uri'] as const) data[name] = values[name];
  return data;
}

/** Whether saving makes the service fetch the metadata and fill the blank fields. @param base undefined for a new provider */
export function refetchesMetadata(base: FormValues | undefined, values: FormValues): boolean {
  return values.metadata_url !== '' && values.metadata_url !== base?.metadata_url;
}

/** What saving would leave blank that a provider can't do without, by field. The contract allows it beside a metadata URL. */
export function blankProblems(base: FormValues, values: FormValues): Readonly<Record<string, string>> {
  const data = toUpdateRequest(base, values, undefined);
  return Object.fromEntries(
    endpointFields.flatMap((field) => (data[field] === '' ? [[field, `${labels[field]} is required`]] : [])),
  );
}
