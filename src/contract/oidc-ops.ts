import * as z from 'zod';
import { logoutMethods } from './authentication.ts';
import { dataBody, nameField } from './fields.ts';
import { limits } from './limits.ts';
import { listWithoutStartOf } from './paging.ts';

/** Some services answer an unset value with null; ours with an empty string. */
const unsettable = z.string().nullable();

/** OIDC provider configuration (document). `client_secret` is in no response. */
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
export const oidcOpList = listWithoutStartOf(oidcOp);

/** An absolute URL of one of `schemes`, without credentials or fragment, or `''` where it may be unset. */
function urlField(schemes: readonly string[], unset: 'may be unset' | 'must be set') {
  return z.string('must be a string').superRefine((value, context) => {
    if (value === '' && unset === 'may be unset') return;
    const problem = urlProblem(value, schemes);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });
}

function urlProblem(value: string, schemes: readonly string[]): string | undefined {
  if (value.length > limits.url) return `must be at most ${limits.url} characters`;
  if (!URL.canParse(value)) return 'must be an absolute URL';
  const url = new URL(value);
  if (!schemes.includes(url.protocol))
    return `must use ${schemes.map((scheme) => scheme.slice(0, -1)).join(' or ')}`;
  if (url.username || url.password) return 'must not contain credentials';
  if (url.hash || value.endsWith('#')) return 'must not contain a fragment';
  return undefined;
}

/** Scope with `openid`, duplicates folded, values separated by one space (RFC 6749 section 3.3). */
const scopeField = z
  .string('must be a string')
  .transform((value) => [...new Set(value.split(/\s+/).filter(Boolean))].join(' '))
  .refine((value) => value.split(' ').includes('openid'), 'must contain openid');

const https = ['https:'];
const httpOrHttps = ['https:', 'http:'];
const fields = {
  name: nameField(),
  issuer: urlField(httpOrHttps, 'must be set'),
  client_id: nameField(),
  client_secret: z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, 'must not be empty')
    .max(limits.clientSecret, `must be at most ${limits.clientSecret} characters`),
  authorization_endpoint: urlField(https, 'must be set'),
  token_endpoint: urlField(https, 'must be set'),
  userinfo_endpoint: urlField(https, 'may be unset'),
  jwks_uri: urlField(httpOrHttps, 'may be unset'),
  scope: scopeField,
  username_path: z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, 'must not be empty')
    .max(limits.usernamePath, `must be at most ${limits.usernamePath} characters`),
  logout_method: z.enum(logoutMethods, 'must be local or none'),
  post_logout_redirect_uri: urlField(httpOrHttps, 'may be unset'),
  metadata_url: urlField(httpOrHttps, 'may be unset'),
};

/** Built without defaults: zod fills a default even below `.partial()`, and absent must keep the stored value. */
export const oidcOpUpdateBody = dataBody({
  name: fields.name.optional(),
  issuer: fields.issuer.optional(),
  client_id: fields.client_id.optional(),
  client_secret: fields.client_secret.optional(),
  authorization_endpoint: fields.authorization_endpoint.optional(),
  token_endpoint: fields.token_endpoint.optional(),
  userinfo_endpoint: fields.userinfo_endpoint.optional(),
  jwks_uri: fields.jwks_uri.optional(),
  scope: fields.scope.optional(),
  username_path: fields.username_path.optional(),
  logout_method: fields.logout_method.optional(),
  post_logout_redirect_uri: fields.post_logout_redirect_uri.optional(),
  metadata_url: fields.metadata_url.optional(),
});
export type OidcOpUpdate = z.infer<typeof oidcOpUpdateBody>['data'];

/** `issuer` and the two endpoints are conditional: the domain asks for them where no `metadata_url` is given. */
export const oidcOpCreateBody = dataBody({
  name: fields.name,
  issuer: fields.issuer.optional(),
  client_id: fields.client_id,
  client_secret: fields.client_secret,
  authorization_endpoint: fields.authorization_endpoint.optional(),
  token_endpoint: fields.token_endpoint.optional(),
  userinfo_endpoint: fields.userinfo_endpoint.optional(),
  jwks_uri: fields.jwks_uri.optional(),
  scope: fields.scope.default('openid'),
  username_path: fields.username_path,
  logout_method: fields.logout_method.default('none'),
  post_logout_redirect_uri: fields.post_logout_redirect_uri.default(''),
  metadata_url: fields.metadata_url.default(''),
});
export type OidcOpCreate = z.infer<typeof oidcOpCreateBody>['data'];
