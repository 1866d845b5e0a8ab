import type { OidcOpUpdate } from '../../../../contract/oidc/oidc-ops.ts';

/** A field of the form: every writable field of the document except `client_secret`, which is kept apart. */
export type FieldName = Exclude<keyof OidcOpUpdate, 'client_secret'>;

/** The values of the form. All are text, as the inputs have them. */
export type FormValues = Record<FieldName, string>;

/** The fields in the order of the form, with their labels. */
export const labels: Record<FieldName, string> = {
  metadata_url: 'Metadata URL',
  name: 'Name',
  issuer: 'Issuer',
  client_id: 'Client id',
  authorization_endpoint: 'Authorization endpoint',
  token_endpoint: 'Token endpoint',
  userinfo_endpoint: 'UserInfo endpoint',
  jwks_uri: 'JWK Set URI',
  username_path: 'Username expression',
  scope: 'Scope',
  logout_method: 'Sign-out',
  post_logout_redirect_uri: 'Address after sign-out',
};

// `labels` is written with exactly these keys.
export const fieldNames = Object.keys(labels) as readonly FieldName[];

/** What the service fills from the provider's metadata where the request leaves it out. */
export const publishedFields = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
] as const satisfies readonly FieldName[];
export type PublishedField = (typeof publishedFields)[number];

/** Whether the service fills the field from the provider's metadata. */
export function isPublished(field: FieldName): field is PublishedField {
  return (publishedFields as readonly FieldName[]).includes(field);
}

/** The id of a field's input, for links from the error summary. */
export function inputId(field: FieldName | 'client_secret'): string {
  return `oidc-${field}`;
}
