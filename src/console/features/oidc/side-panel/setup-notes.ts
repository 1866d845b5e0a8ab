import { emailBeforeAt } from '../../../../contract/oidc/username-risks.ts';
import type { ProviderKind } from '../../../ui/provider-marks/provider-kind.ts';

/** Stands for the administrator's own domain in a username expression. */
export const exampleDomain = 'example.com';

/** How to register this application at a well-known provider, and the values to use here. */
export interface SetupNote {
  name: string;
  kind: ProviderKind;
  steps: readonly string[];
  metadataUrl: string;
  username: string;
  scope: string;
  caution: string;
}

export const setupNotes: readonly SetupNote[] = [
  {
    name: 'Keycloak',
    kind: 'keycloak',
    steps: [
      'Choose the realm, then Clients, then Create client, of type OpenID Connect.',
      "Turn Client authentication on and keep Standard flow; the other flows aren't needed.",
      'Add the redirect URI to Valid redirect URIs.',
      'Copy the secret from the Credentials tab (Client Id and Secret).',
    ],
    metadataUrl: 'https://<host>/realms/<realm>/.well-known/openid-configuration',
    username: 'preferred_username',
    scope: 'openid profile',
    caution: 'Versions before 17 have /auth before /realms.',
  },
  {
    name: 'Microsoft Entra ID',
    kind: 'entra',
    steps: [
      'In the admin center choose App registrations, then New registration, for this directory only.',
      'Add the redirect URI under Authentication, platform Web.',
      'Create a secret under Certificates & secrets and copy its Value, not its ID. Note when it expires.',
      'The Application (client) ID is the client ID here.',
    ],
    metadataUrl: 'https://login.microsoftonline.com/<tenant-id>/v2.0/.well-known/openid-configuration',
    username: 'preferred_username',
    scope: 'openid profile email',
    caution:
      'Use the tenant ID in the URL: with common or organizations, the published issuer contains a placeholder that no ID token matches. Administrators can change preferred_username, but not oid.',
  },
  {
    name: 'Google',
    kind: 'google',
    steps: [
      'In the Google Cloud console choose APIs & Services, then Credentials.',
      'Create an OAuth client ID of type Web application.',
      'Add the redirect URI to Authorized redirect URIs.',
      'To admit only your own organization, set the consent screen to Internal.',
    ],
    metadataUrl: 'https://accounts.google.com/.well-known/openid-configuration',
    username: 'email_verified == `true` && email',
    scope: 'openid email',
    caution:
      'There is no preferred_username. Anyone with a Google account can get this far, but only existing logins can sign in.',
  },
  {
    name: 'Okta',
    kind: 'okta',
    steps: [
      'In the admin console choose Applications, then Create App Integration: OIDC, Web Application.',
      'Keep the grant type Authorization Code.',
      'Add the redirect URI to Sign-in redirect URIs.',
      'Assign the people or groups who can sign in.',
    ],
    metadataUrl: 'https://<org>.okta.com/.well-known/openid-configuration',
    username: "ends_with(preferred_username, '@example.com') && split(preferred_username, '@')[0]",
    scope: 'openid profile email',
    caution:
      'preferred_username is the Okta login, usually an email address. A custom authorization server has its own issuer: /oauth2/default.',
  },
  {
    name: 'Auth0',
    kind: 'auth0',
    steps: [
      'In the dashboard choose Applications, then Create Application: Regular Web Applications.',
      'Add the redirect URI to Allowed Callback URLs.',
      'Under Credentials set the authentication method to Client Secret (Basic).',
    ],
    metadataUrl: 'https://<tenant>.auth0.com/.well-known/openid-configuration',
    username: emailBeforeAt(exampleDomain),
    scope: 'openid profile email',
    caution:
      'The issuer ends with a slash, which is significant. Custom claims have URLs as names: put them in double quotes.',
  },
  {
    name: 'Authentik',
    kind: 'authentik',
    steps: [
      'In the admin interface choose Applications, then Create with provider: OAuth2/OpenID.',
      'Keep the client type Confidential.',
      'Add the redirect URI to Redirect URIs/Origins, with strict matching.',
      'Choose a signing key: without one, ID tokens are signed with the secret, which the service rejects.',
    ],
    metadataUrl: 'https://<host>/application/o/<slug>/.well-known/openid-configuration',
    username: 'preferred_username',
    scope: 'openid profile',
    caution: 'Every application has its own issuer, which ends with a slash.',
  },
];
