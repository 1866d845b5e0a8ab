import type * as z from 'zod/mini';
import {
  oidcOpCreateBody,
  oidcOpUpdateBody,
  type OidcOp,
  type OidcOpUpdate,
} from '../../../../contract/oidc/oidc-ops.ts';
import { fieldNames, isPublished, type FieldName, type FormValues } from './fields.ts';

/** What a new configuration begins with: the document's defaults. */
export const emptyForm: FormValues = {
  metadata_url: '',
  name: '',
  issuer: '',
  client_id: '',
  authorization_endpoint: '',
  token_endpoint: '',
  userinfo_endpoint: '',
  jwks_uri: '',
  username_path: '',
  scope: 'openid',
  logout_method: 'none',
  post_logout_redirect_uri: '',
};

/** The form of a record; what a service leaves unset, as null or not at all, is empty, and what is no text is JSON. */
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

/** The properties of a write, named as the document names them. */
export type RequestData = Partial<Record<keyof OidcOpUpdate, string>>;

/**
 * What creating sends: every field that has a value. Left out, an endpoint is filled from the metadata.
 * @param secret what was typed as the client secret
 */
export function toCreateRequest(values: FormValues, secret: string): RequestData {
  const data: RequestData = {};
  for (const name of fieldNames) if (values[name] !== '') data[name] = values[name];
  if (secret !== '') data.client_secret = secret;
  return data;
}

/**
 * What saving sends: the changed fields alone. With a new metadata URL the service refills every published field that
 * the request leaves out; those with a value are sent then, so that what the form shows is what is saved.
 * @param secret what was typed as the new client secret; undefined keeps the stored one
 */
export function toUpdateRequest(
  base: FormValues,
  values: FormValues,
  secret: string | undefined,
): RequestData {
  const data: RequestData = {};
  for (const name of changedFields(base, values)) data[name] = values[name];
  if (refills(base, values)) {
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
 * What a dry run of a draft sends: what saving would make of it. Of a saved configuration, what is empty is sent as
 * empty, because saving fills it from the metadata only with a new metadata URL.
 * @param saved the values of the record; undefined for a new one
 * @param secret what was typed as the client secret
 */
export function toDraftTrial(
  saved: FormValues | undefined,
  values: FormValues,
  secret: string | undefined,
): RequestData {
  const data = toCreateRequest(values, secret ?? '');
  if (!saved || refills(saved, values)) return data;
  for (const name of ['userinfo_endpoint', 'jwks_uri'] as const) data[name] = values[name];
  return data;
}

/** Whether saving makes the service fetch the metadata again and fill the empty fields. */
export function refills(base: FormValues, values: FormValues): boolean {
  return values.metadata_url !== '' && values.metadata_url !== base.metadata_url;
}

/** Problems by field; `client_secret` is one of them. */
export type Problems = Partial<Record<keyof OidcOpUpdate, string>>;

/** What the document's rules say against creating this. @param secret what was typed as the client secret */
export function problemsOfCreate(values: FormValues, secret: string): Problems {
  return problemsOf(oidcOpCreateBody.safeParse({ data: toCreateRequest(values, secret) }));
}

/** What the document's rules say against this change. Only what is sent is judged. */
export function problemsOfUpdate(base: FormValues, values: FormValues, secret: string | undefined): Problems {
  const data = toUpdateRequest(base, values, secret);
  const problems = problemsOf(oidcOpUpdateBody.safeParse({ data }));
  for (const name of ['issuer', 'authorization_endpoint', 'token_endpoint'] as const) {
    if (data[name] === '') problems[name] = 'Cannot be emptied: what is left out keeps its stored value';
  }
  return problems;
}

function problemsOf(result: z.core.util.SafeParseResult<unknown>): Problems {
  const problems: Problems = {};
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path[1] as keyof OidcOpUpdate;
    problems[field] ??= asSentence(message);
  }
  return problems;
}

/** `must use https` as the form shows it, with the form's words for its fields. */
export function asSentence(message: string): string {
  const said = message.replace(/\bmetadata_url\b/g, 'metadata URL');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
