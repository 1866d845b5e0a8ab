/** What to do at a well-known provider, and what is usual there. */
export interface SetupNote {
  name: string;
  /** Recognises the provider by its addresses. */
  hosts: RegExp;
  steps: readonly string[];
  metadataUrl: string;
  username: string;
  scope: string;
  beware: string;
}

export const setupNotes: readonly SetupNote[] = [
  {
    name: 'Keycloak',
    hosts: /\/realms\//,
    steps: [
      'Choose the realm, then Clients, then Create client, of type OpenID Connect.',
      'Turn Client authentication on and keep Standard flow; the other flows are not needed.',
      'Put the redirect URI into Valid redirect URIs.',
      'Take the secret from the tab Credentials (Client Id and Secret).',
    ],
    metadataUrl: 'https://<host>/realms/<realm>/.well-known/openid-configuration',
    username: 'preferred_username',
    scope: 'openid profile',
    beware: 'Versions before 17 have /auth before /realms.',
  },
  {
    name: 'Microsoft Entra ID',
    hosts: /login\.microsoftonline\.|sts\.windows\.net/,
    steps: [
      'In the admin center choose App registrations, then New registration, for this directory only.',
      'Add the redirect URI under Authentication, platform Web.',
      'Make a secret under Certificates & secrets and copy its Value, not its id. It expires: note when.',
      'The Application (client) ID is the client id here.',
    ],
    metadataUrl: 'https://login.microsoftonline.com/<tenant-id>/v2.0/.well-known/openid-configuration',
    username: 'preferred_username',
    scope: 'openid profile email',
    beware:
      'Use the tenant’s id in the address: with common or organizations the published issuer holds a placeholder, and no sign-in fits it. preferred_username can be changed by administrators; oid cannot.',
  },
  {
    name: 'Google',
    hosts: /accounts\.google\.com/,
    steps: [
      'In the Google Cloud console choose APIs & Services, then Credentials.',
      'Create an OAuth client ID of type Web application.',
      'Put the redirect URI into Authorized redirect URIs.',
      'For your own organization alone, set the consent screen to Internal.',
    ],
    metadataUrl: 'https://accounts.google.com/.well-known/openid-configuration',
    username: 'email',
    scope: 'openid email',
    beware:
      'There is no preferred_username. Anybody with a Google account can come this far: only logins that exist here get in.',
  },
  {
    name: 'Okta',
    hosts: /\.okta(preview|-emea)?\.com/,
    steps: [
      'In the admin console choose Applications, then Create App Integration: OIDC, Web Application.',
      'Keep the grant type Authorization Code.',
      'Put the redirect URI into Sign-in redirect URIs.',
      'Assign the people or groups that may sign in.',
    ],
    metadataUrl: 'https://<org>.okta.com/.well-known/openid-configuration',
    username: "split(preferred_username, '@')[0]",
    scope: 'openid profile email',
    beware:
      'preferred_username is the Okta login, mostly an email address. A custom authorization server has its own issuer: /oauth2/default.',
  },
  {
    name: 'Auth0',
    hosts: /\.auth0\.com/,
    steps: [
      'In the dashboard choose Applications, then Create Application: Regular Web Applications.',
      'Put the redirect URI into Allowed Callback URLs.',
      'Under Credentials set the authentication method to Client Secret (Basic).',
    ],
    metadataUrl: 'https://<tenant>.auth0.com/.well-known/openid-configuration',
    username: 'nickname',
    scope: 'openid profile email',
    beware:
      'The issuer ends with a slash, which counts. Claims of your own have names that are URLs: put them in double quotes.',
  },
  {
    name: 'Authentik',
    hosts: /\/application\/o\//,
    steps: [
      'In the admin interface choose Applications, then Create with provider: OAuth2/OpenID.',
      'Keep the client type Confidential.',
      'Put the redirect URI into Redirect URIs/Origins, matching strictly.',
      'Choose a signing key: without one, ID Tokens are signed with the secret, which the service refuses.',
    ],
    metadataUrl: 'https://<host>/application/o/<slug>/.well-known/openid-configuration',
    username: 'preferred_username',
    scope: 'openid profile',
    beware: 'Every application has its own issuer, which ends with a slash.',
  },
];
