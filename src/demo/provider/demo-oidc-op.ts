import type { OidcOpCreate } from '../../contract/oidc/oidc-ops.ts';

/** What a provider configuration needs to know of the demo provider. */
interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export function demoOidcOp({ issuer, clientId, clientSecret }: Client) {
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

/** A second one, which knows fewer of the personas. The history breaks it. */
export function partnerOidcOp({
  issuer,
  partner,
}: Pick<Client, 'issuer'> & { partner: Omit<Client, 'issuer'> }) {
  return {
    ...demoOidcOp({ issuer, ...partner }),
    name: 'Partner login',
    username_path: 'preferred_username',
  };
}

/** The client of a third one, which the provider no longer has. */
export const formerClientId = 'palisade-umbra';

/** A provider that isn't used any more. The history suspends its button. */
export function formerOidcOp({ issuer }: Pick<Client, 'issuer'>) {
  const client = { clientId: formerClientId, clientSecret: 'no longer valid' };
  return { ...demoOidcOp({ issuer, ...client }), name: 'Umbra login' };
}
