/** Well-known OpenID providers, each with what its URLs and its name contain. */
const known = {
  entra: [/login\.microsoftonline\.|sts\.windows\.net/, /\b(entra|microsoft|azure)\b/i],
  google: [/accounts\.google\.com/, /\bgoogle\b/i],
  okta: [/\.okta(preview|-emea)?\.com/, /\bokta\b/i],
  auth0: [/\.auth0\.com/, /\bauth0\b/i],
  keycloak: [/\/realms\//, /\bkeycloak\b/i],
  gitlab: [/\/\/gitlab\./, /\bgitlab\b/i],
  authentik: [/\/application\/o\//, /\bauthentik\b/i],
} as const satisfies Record<string, readonly [urls: RegExp, name: RegExp]>;

export type ProviderKind = keyof typeof known | 'other';

/**
 * Recognizes a well-known provider.
 * @param urls its issuer and metadata URL, as far as they're known; the name counts only if they say nothing
 */
export function providerKind(name: string, ...urls: (string | null | undefined)[]): ProviderKind {
  const kinds = Object.keys(known) as (keyof typeof known)[];
  return (
    kinds.find((kind) => urls.some((url) => known[kind][0].test(url ?? ''))) ??
    kinds.find((kind) => known[kind][1].test(name)) ??
    'other'
  );
}
