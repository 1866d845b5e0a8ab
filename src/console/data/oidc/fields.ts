import { filledFields, type FilledField } from '../../../contract/oidc/metadata.ts';
import type { OidcOpUpdate } from '../../../contract/oidc/oidc-ops.ts';

/** A field of the form: every writable field of the API except `client_secret`, which never enters form state. */
export type FieldName = Exclude<keyof OidcOpUpdate, 'client_secret'>;

/** The form's values, all of them text, as in the inputs. */
export type FormValues = Record<FieldName, string>;

/** The fields in the order of the form, with their labels. */
export const labels: Record<FieldName | 'client_secret', string> = {
  metadata_url: 'Metadata URL',
  name: 'Name',
  issuer: 'Issuer',
  client_id: 'Client ID',
  authorization_endpoint: 'Authorization endpoint',
  token_endpoint: 'Token endpoint',
  userinfo_endpoint: 'UserInfo endpoint',
  jwks_uri: 'JWKS URI',
  username_path: 'Username expression',
  scope: 'Scope',
  logout_method: 'Sign-out',
  post_logout_redirect_uri: 'Sign-out redirect URI',
  client_secret: 'Client secret',
};

// The type of `labels` requires exactly these keys.
export const fieldNames = Object.keys(labels).filter((name) => name !== 'client_secret') as FieldName[];

/** Whether the service can fill the field from the provider metadata. */
export function isPublished(field: FieldName): field is FilledField {
  return (filledFields as readonly FieldName[]).includes(field);
}

/** The id of a field's input, which the error summary links to. */
export function inputId(field: FieldName | 'client_secret'): string {
  return `oidc-${field}`;
}
