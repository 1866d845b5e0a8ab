import type { OidcOp } from '../contract/oidc/oidc-ops.ts';

/** The least that creates a configuration without metadata. */
export const oidcOpValues = {
  name: 'Acme',
  issuer: 'https://idp.example',
  client_id: 'palisade',
  client_secret: 'a very secret secret',
  authorization_endpoint: 'https://idp.example/authorize',
  token_endpoint: 'https://idp.example/token',
  username_path: 'preferred_username',
};

/** A configuration with every field set. */
export const sampleOp: OidcOp = {
  id: 1,
  name: 'Acme',
  issuer: 'https://id.example',
  client_id: 'palisade',
  authorization_endpoint: 'https://id.example/authorize',
  token_endpoint: 'https://id.example/token',
  userinfo_endpoint: 'https://id.example/userinfo',
  jwks_uri: 'https://id.example/jwks',
  scope: 'openid email',
  username_path: 'preferred_username',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
  logout_method: 'local',
  post_logout_redirect_uri: 'https://intranet.example',
  metadata_url: 'https://id.example/.well-known/openid-configuration',
  resource: '/oidc_ops/1',
};
