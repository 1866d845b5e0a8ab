import type { OidcOp } from '../contract/oidc/oidc-ops.ts';

const required = {
  name: 'Acme',
  issuer: 'https://id.example',
  client_id: 'palisade',
  authorization_endpoint: 'https://id.example/authorize',
  token_endpoint: 'https://id.example/token',
  username_path: 'preferred_username',
};

/** What creates a configuration without metadata. */
export const newOp = { ...required, client_secret: 'a very secret secret' };

/** A configuration with every field set. */
export const sampleOp: OidcOp = {
  ...required,
  id: 1,
  userinfo_endpoint: 'https://id.example/userinfo',
  jwks_uri: 'https://id.example/jwks',
  scope: 'openid email',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
  logout_method: 'local',
  post_logout_redirect_uri: 'https://intranet.example',
  metadata_url: 'https://id.example/.well-known/openid-configuration',
  resource: '/oidc_ops/1',
};
