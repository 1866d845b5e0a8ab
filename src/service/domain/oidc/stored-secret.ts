import { oidcOpPath } from './oidc-op-record.ts';
import type { OidcOpRow, OidcOpStore } from './oidc-ports.ts';
import type { SecretBox } from '../secret-box.ts';

/** A client secret and the origin of the token endpoint that it was entered for: it is sent to no other. */
export interface StoredSecret {
  secret: string;
  origin: string;
}

type SecretRow = Pick<OidcOpRow, 'id' | 'client_secret' | 'token_endpoint'>;

const boundForm = 'bound.';
const sentForm = 'sent.';

/**
 * Seals a secret together with its origin for one configuration, so that neither another row nor another token endpoint
 * can be put in its place, not even in the database.
 */
export function bindSecret(secrets: SecretBox, id: number, secret: string, tokenEndpoint: string): string {
  const { origin } = new URL(tokenEndpoint);
  return `${boundForm}${secrets.seal(JSON.stringify([origin, secret]), placeOf(id))}`;
}

/**
 * Opens the secret of a configuration. One from before secrets were bound belongs to the endpoint that is stored.
 * @throws Error where it can't be decrypted, or is another configuration's
 */
export function openStoredSecret(secrets: SecretBox, row: SecretRow): StoredSecret {
  const { id, client_secret: sealed, token_endpoint: endpoint } = row;
  if (!isBound(sealed)) return { secret: openUnbound(secrets, id, sealed), origin: new URL(endpoint).origin };
  const [origin, secret] = JSON.parse(secrets.open(sealed.slice(boundForm.length), placeOf(id))) as [
    string,
    string,
  ];
  return { secret, origin };
}

/** Seals a secret as it was sent, for a write in the background that finds out what it belongs to. */
export function sealSent(secrets: SecretBox, id: number, secret: string): string {
  return `${sentForm}${secrets.seal(secret, `${placeOf(id)}/sent`)}`;
}

/** Binds what `sealSent` has sealed. @throws Error as `openStoredSecret` */
export function bindSent(secrets: SecretBox, id: number, sealed: string, tokenEndpoint: string): string {
  // Without the prefix it is from a job that an earlier version has stored.
  const secret = sealed.startsWith(sentForm)
    ? secrets.open(sealed.slice(sentForm.length), `${placeOf(id)}/sent`)
    : openUnbound(secrets, id, sealed);
  return bindSecret(secrets, id, secret, tokenEndpoint);
}

/**
 * The secret of a configuration from before secrets were bound, bound to the endpoint that is stored. To be stored
 * before another endpoint is.
 * @returns undefined where it is bound already
 * @throws Error as `openStoredSecret`
 */
export function boundAsStored(secrets: SecretBox, row: SecretRow): string | undefined {
  if (isBound(row.client_secret)) return undefined;
  const secret = openUnbound(secrets, row.id, row.client_secret);
  return bindSecret(secrets, row.id, secret, row.token_endpoint);
}

/**
 * Binds every secret from before secrets were bound.
 * @param onFailure told of those that can't be: another key has sealed them
 */
export async function bindAllStored(
  store: OidcOpStore,
  secrets: SecretBox,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const { data } = await store.list(0, Number.MAX_SAFE_INTEGER);
  for (const row of data) {
    try {
      const bound = boundAsStored(secrets, row);
      if (bound !== undefined) await store.replaceSecret(row.id, row.client_secret, bound);
    } catch (error) {
      onFailure(error);
    }
  }
}

function openUnbound(secrets: SecretBox, id: number, sealed: string): string {
  return secrets.open(sealed, oidcOpPath(id));
}

function isBound(sealed: string): boolean {
  return sealed.startsWith(boundForm);
}

function placeOf(id: number): string {
  return `${oidcOpPath(id)}/client_secret`;
}
