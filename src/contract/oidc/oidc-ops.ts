import * as z from 'zod/mini';
import { logoutMethods } from '../access/authentication.ts';
import { atMost, exactText, lineBreaksAndTabs, nameField, printable, updateBody } from '../fields.ts';
import { limits } from '../limits.ts';
import { reservedProblem } from './authorization-endpoint.ts';
import { endpointFields } from './metadata.ts';
import { listWithoutStartOf } from '../paging.ts';
import { urlProblem } from '../urls.ts';

/** Some services return null for an unset value; ours returns an empty string. */
const unsettable = z.nullable(z.string());

/** OIDC provider configuration (docs/api.md, "OIDC provider configuration"). `client_secret` is in no response. */
export const oidcOp = z.object({
  id: z.number(),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string(),
  jwks_uri: z.string(),
  scope: z.string(),
  username_path: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  logout_method: z.string(),
  post_logout_redirect_uri: unsettable,
  metadata_url: unsettable,
  resource: z.string(),
});
export type OidcOp = z.infer<typeof oidcOp>;
const listedOidcOp = z.partial(oidcOp);
export const oidcOpList = listWithoutStartOf(listedOidcOp);

/** An absolute URL with one of `schemes`, without credentials or fragment, or `''` where it may be unset. */
function urlField(schemes: readonly string[], unset: 'may be unset' | 'must be set') {
  return z.string('must be a string').check((context) => {
    if (context.value === '' && unset === 'may be unset') return;
    const problem = urlProblem(context.value, schemes, limits.url);
    if (problem) context.issues.push({ code: 'custom', input: context.value, message: problem });
  });
}

/** Scope with `openid`, without duplicates, separated by single spaces; characters as in RFC 6749 section 3.3. */
const scopeField = z.pipe(
  z.string('must be a string').check(
    atMost(limits.scope),
    z.refine((value) => value.split(/\s+/).includes('openid'), 'must contain openid'),
    z.refine(
      (value) => /^[\s\x21\x23-\x5B\x5D-\x7E]*$/.test(value),
      'must contain only ASCII characters, without quotes, backslashes and control characters',
    ),
  ),
  z.transform((value) => [...new Set(value.split(/\s+/).filter(Boolean))].join(' ')),
);

/** `issuer` and the two endpoints are optional only with a `metadata_url` (docs/api.md, "OIDC provider configuration"). */
export function requireEndpoints<Schema extends z.ZodMiniObject>(schema: Schema): Schema {
  return schema.check(
    z.superRefine(
      (data, context) => {
        if (typeof data !== 'object' || data === null || data['metadata_url']) return;
        for (const field of endpointFields)
          if (data[field] === undefined)
            context.addIssue({ code: 'custom', path: [field], message: 'is required without metadata_url' });
      },
      // Reported together with the other problems, not after they're fixed.
      { when: () => true },
    ),
  );
}

function withoutReservedParameters(context: z.core.ParsePayload<string>): void {
  const message = reservedProblem(context.value);
  if (message !== undefined) context.issues.push({ code: 'custom', input: context.value, message });
}

const https = ['https:'];
const httpOrHttps = ['https:', 'http:'];
/** With any parameters, as an older configuration may have them. */
export const authorizationEndpoint = urlField(https, 'must be set');
const fields = {
  name: nameField(),
  /** The value of `iss`: usually a URL, but the API doesn't require one. */
  issuer: exactText(limits.url, printable()),
  client_id: nameField(),
  client_secret: exactText(limits.clientSecret, printable()),
  authorization_endpoint: authorizationEndpoint.check(withoutReservedParameters),
  token_endpoint: urlField(https, 'must be set'),
  userinfo_endpoint: urlField(https, 'may be unset'),
  jwks_uri: urlField(httpOrHttps, 'may be unset'),
  scope: scopeField,
  username_path: exactText(limits.usernamePath, printable(lineBreaksAndTabs)),
  logout_method: z.enum(logoutMethods, 'must be local or none'),
  post_logout_redirect_uri: urlField(httpOrHttps, 'may be unset'),
  metadata_url: urlField(httpOrHttps, 'may be unset'),
};

export const oidcOpUpdateBody = updateBody(fields);
export type OidcOpUpdate = z.infer<typeof oidcOpUpdateBody>['data'];

/** The fields to create a configuration from. `issuer` and the two endpoints are conditional. */
export const oidcOpDraftFields = {
  ...fields,
  issuer: z.optional(fields.issuer),
  authorization_endpoint: z.optional(fields.authorization_endpoint),
  token_endpoint: z.optional(fields.token_endpoint),
  userinfo_endpoint: z.optional(fields.userinfo_endpoint),
  jwks_uri: z.optional(fields.jwks_uri),
  scope: z._default(fields.scope, 'openid'),
  logout_method: z._default(fields.logout_method, 'none'),
  post_logout_redirect_uri: z._default(fields.post_logout_redirect_uri, ''),
  metadata_url: z._default(fields.metadata_url, ''),
};
export const oidcOpCreateBody = z.strictObject({ data: requireEndpoints(z.strictObject(oidcOpDraftFields)) });
export type OidcOpCreate = z.infer<typeof oidcOpCreateBody>['data'];

/** What decides who signs in through a provider (docs/decisions.md, "Privileges"). */
const identifyingFields = [
  'issuer',
  'metadata_url',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'client_id',
  'username_path',
] as const;
type Identifying = Record<(typeof identifyingFields)[number], string | null>;

/** Whether a write changes who signs in through a provider. @param changes as sent; fields that are left out stay */
export function changesIdentity(
  before: Identifying,
  changes: { [Field in keyof Identifying]?: string | null | undefined },
): boolean {
  return identifyingFields.some((field) => changes[field] !== undefined && changes[field] !== before[field]);
}
