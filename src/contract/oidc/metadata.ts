import * as z from 'zod/mini';
import { msg } from '../isolate.ts';
import { isSameBeforeAdditions, withAdditions } from './authorization-endpoint.ts';

/** The provider metadata that the console reads (OpenID Connect Discovery 1.0 section 3). */
export const publishedMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.optional(z.string()),
  token_endpoint: z.optional(z.string()),
  userinfo_endpoint: z.optional(z.string()),
  jwks_uri: z.optional(z.string()),
  end_session_endpoint: z.optional(z.string()),
  scopes_supported: z.optional(z.array(z.string())),
  response_types_supported: z.optional(z.array(z.string())),
  claims_supported: z.optional(z.array(z.string())),
  token_endpoint_auth_methods_supported: z.optional(z.array(z.string())),
  id_token_signing_alg_values_supported: z.optional(z.array(z.string())),
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
  require_pushed_authorization_requests: z.optional(z.boolean()),
  code_challenge_methods_supported: z.optional(z.array(z.string())),
});
export type PublishedMetadata = z.infer<typeof publishedMetadata>;

/** Provider metadata as the gateway fetched it (`GET /-/oidc-metadata?url=`). */
export const metadataPreview = z.object({
  /** Where it was found: the requested URL, or the well-known URL below an issuer. */
  url: z.string(),
  bytes: z.number(),
  milliseconds: z.number(),
  metadata: publishedMetadata,
  /** What won't work with this service, one sentence each. */
  warnings: z.array(z.string()),
});
export type MetadataPreview = z.infer<typeof metadataPreview>;

/** The fields that provider metadata fills (docs/decisions.md, "Metadata"). */
export const filledFields = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
] as const;
export type FilledField = (typeof filledFields)[number];

/** Whether a configured value is the published one. Parameters can be added to the authorization endpoint. */
export function isAsPublished(field: FilledField, configured: string, published: string): boolean {
  return field === 'authorization_endpoint'
    ? isSameBeforeAdditions(configured, published)
    : configured === published;
}

/** What a field gets when it's filled with the published value: parameters added to the authorization endpoint stay. */
export function filledWith(field: FilledField, published: string, configured = ''): string {
  return field === 'authorization_endpoint' ? withAdditions(published, configured) : published;
}

/** The fields whose published value differs from the configured one. What isn't published can't differ. */
export function publishedDifferences(
  values: { readonly [Field in FilledField]?: string | undefined },
  published: PublishedMetadata,
): FilledField[] {
  return filledFields.filter((field) => {
    const offered = published[field];
    return offered !== undefined && !isAsPublished(field, values[field] ?? '', offered);
  });
}

/** The filled fields that every configuration must have in the end. */
export const endpointFields = ['issuer', 'authorization_endpoint', 'token_endpoint'] as const;

/** Accepted signature algorithms: only asymmetric ones, so that a public key can't be used as a shared secret. */
export const signatureAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
];

/** Whether sign-ins leave PKCE out: only if the issuer lists methods without S256 (RFC 8414 section 2). */
export function lacksPkce(published: PublishedMetadata | undefined, issuer = published?.issuer): boolean {
  return (
    published?.issuer === issuer && published?.code_challenge_methods_supported?.includes('S256') === false
  );
}

export const pkceLeftOut =
  "The provider doesn't support PKCE with S256, so sign-ins leave PKCE out: a stolen code is protected only by the client secret and the nonce.";

/** Why no sign-in can work with a provider that publishes this, one sentence each. @param issuer the configured one */
export function signInObstacles(metadata: PublishedMetadata, issuer = metadata.issuer): string[] {
  const obstacles: string[] = [];
  const lacks = (list: string[] | undefined, value: string) => list !== undefined && !list.includes(value);
  if (/[{}]/.test(issuer))
    obstacles.push(
      msg`Sign-in can't work: the issuer ${issuer} is a template. Use your own tenant's metadata URL, which contains the tenant's ID instead of a word such as common.`,
    );
  if (metadata.require_pushed_authorization_requests === true)
    obstacles.push(
      "Sign-in can't work: the provider requires pushed authorization requests (PAR), which the service doesn't support. Make them optional at the provider.",
    );
  // OpenID Connect Discovery 1.0 section 3: without a list, only client_secret_basic is supported.
  if (lacks(metadata.token_endpoint_auth_methods_supported, 'client_secret_basic'))
    obstacles.push(
      "The provider doesn't support client_secret_basic, which the service uses at the token endpoint.",
    );
  if (lacks(metadata.response_types_supported, 'code'))
    obstacles.push("The provider doesn't support response type code, which sign-in requires.");
  const algorithms = metadata.id_token_signing_alg_values_supported;
  if (algorithms?.every((name) => !signatureAlgorithms.includes(name)))
    obstacles.push("The provider doesn't support any ID token signing algorithm that the service accepts.");
  return obstacles;
}
