import type { PublishedMetadata } from '../../../contract/oidc/metadata.ts';
import type { Page } from '../../../contract/paging.ts';

/** An OIDC provider configuration as it is stored. */
export interface OidcOpRow {
  id: number;
  name: string;
  issuer: string;
  client_id: string;
  /** Sealed. */
  client_secret: string;
  authorization_endpoint: string;
  token_endpoint: string;
  userinfo_endpoint: string;
  jwks_uri: string;
  scope: string;
  username_path: string;
  logout_method: string;
  post_logout_redirect_uri: string;
  metadata_url: string;
  /** Whether the metadata promises `iss` in authorization responses (RFC 9207 section 3). */
  announces_iss: boolean;
  created_at: Date;
  updated_at: Date;
}

/** Values to change. */
export type OidcOpChanges = { [Field in keyof OidcOpRow]?: OidcOpRow[Field] | undefined };

export interface OidcOpStore {
  find(id: number): Promise<OidcOpRow | undefined>;
  list(start: number, limit: number): Promise<Page<OidcOpRow>>;
  /** An id for a configuration to come, which its secret is sealed for. */
  reserveId(): Promise<number>;
  insert(row: OidcOpRow): Promise<void>;
  /** Undefined values are kept as they are. `updated_at` always moves on, if only by a millisecond. */
  update(id: number, values: OidcOpChanges): Promise<OidcOpRow | undefined>;
  /** Stores another form of the same secret, unless a new one came meanwhile. It is no update of the configuration. */
  replaceSecret(id: number, from: string, to: string): Promise<void>;
  delete(id: number): Promise<OidcOpRow | undefined>;
}

/** A sign-in that went to a provider and has not come back yet. */
export interface OidcRequestRow {
  state_hash: string;
  oidc_op_id: number;
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  created_at: Date;
}

export interface OidcRequestStore {
  insert(row: OidcRequestRow): Promise<void>;
  /** Takes a request away, so that it is used once at most. */
  take(stateHash: string): Promise<OidcRequestRow | undefined>;
  sweep(createdBefore: Date): Promise<void>;
}

/** Fetches what a provider publishes. @throws MetadataFailure */
export type MetadataSource = (url: string) => Promise<PublishedMetadata>;

/** Metadata could not be had: one sentence, without what the other side answered. */
export class MetadataFailure extends Error {
  override readonly name = 'MetadataFailure';
}

/** What `username_path` gave on one document: a login, or why there is none. */
export type UsernameResult = { login: string } | { reason: string };

/** Evaluates expressions where they can neither take long nor use much memory. */
export interface ExpressionSandbox {
  /**
   * @returns what the expression gave, or that it took too much
   * @throws Error where it can't be evaluated now
   */
  apply(expression: string, claims: Readonly<Record<string, unknown>>): Promise<UsernameResult>;
}
