import type { OidcOpCreate } from '../../contract/oidc/oidc-ops.ts';

/** The OIDC provider configuration for signing in through the demo provider. */
export function demoOidcOp(issuer: string, clientId: string, clientSecret: string) {
  return {
    name: 'Demo sign-in',
    metadata_url: `${issuer}/.well-known/openid-configuration`,
    client_id: clientId,
    client_secret: clientSecret,
    scope: 'openid profile email',
    username_path: 'palisade.login || preferred_username',
    logout_method: 'local',
    post_logout_redirect_uri: '',
  } satisfies OidcOpCreate;
}
