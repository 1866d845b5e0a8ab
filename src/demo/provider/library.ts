import type { ClientMetadata, Configuration } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import type { DemoClient } from './clients.ts';
import type { ProviderKeys } from './key-files.ts';
import { errorPage, signedOutPage, signOutPage } from './pages/other-pages.ts';
import { show } from './pages/page.ts';
import type { SignIns } from './sign-ins.ts';

/** Every client's scopes; a sign-in grants all of them without a consent page. */
export const scopes = ['openid', 'profile', 'email'];

const standardClaims = {
  openid: ['sub', 'palisade'],
  profile: ['name', 'given_name', 'family_name', 'middle_name', 'nickname', 'preferred_username'],
  email: ['email', 'email_verified'],
};
/** Claims that the library returns by scope. Any other claims that a tester adds go into its responses unchanged. */
export const libraryClaims = new Set(Object.values(standardClaims).flat());

interface LibraryOptions {
  issuer: string;
  keys: ProviderKeys;
  clients: readonly DemoClient[];
  signIns: SignIns;
}

/** Creates the OpenID provider: the oidc-provider library, configured for the demo. */
export function createLibrary({ issuer, keys, clients, signIns }: LibraryOptions): Provider {
  const configuration: Configuration = {
    adapter: createMemoryAdapter(),
    clients: clients.map(metadataOf),
    // The one that never signs comes first: a relying party must not simply take it.
    jwks: { keys: [keys.unusedKey, keys.signingKey] },
    cookies: { keys: [keys.cookieKey] },
    scopes,
    claims: standardClaims,
    // The ID token includes the claims of profile and email, as with most providers.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic'],
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    // Tokens outlive the provider's session, which the next sign-in ends.
    expiresWithSession: () => false,
    findAccount: (_context, sub, token) => {
      const signIn = signIns.find(token && 'grantId' in token ? token.grantId : undefined);
      return {
        accountId: sub,
        claims: (use) => ({ ...(use === 'id_token' ? signIn?.user.idToken : signIn?.user.userInfo), sub }),
      };
    },
    interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => show(context, signOutPage(form)),
        postLogoutSuccessSource: (context) => show(context, signedOutPage()),
      },
    },
    renderError: (context, out) => show(context, errorPage(out.error, out.error_description)),
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 600,
      Interaction: 3600,
      Session: 3600,
    },
  };
  return new Provider(issuer, configuration);
}

function metadataOf({ id, name, secret, redirectUris }: DemoClient): ClientMetadata {
  return {
    client_id: id,
    client_secret: secret,
    client_name: name,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: [...redirectUris],
    post_logout_redirect_uris: [...new Set(redirectUris.map((uri) => `${new URL(uri).origin}/`))],
  };
}
