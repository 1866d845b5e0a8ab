import { oidcOpPath } from './oidc-op-record.ts';
import type { OidcOpRow, OidcOpStore } from './oidc-ports.ts';
import type { Provider } from './relying-party.ts';
import type { SecretBox } from '../secret-box.ts';

/** A client secret and the origin of the token endpoint it was entered for, the only one it's sent to. */
export interface StoredSecret {
  secret: string;
  origin: string;
}

type SecretRow = Pick<OidcOpRow, 'id' | 'client_secret' | 'token_endpoint'>;

const boundForm = 'bound.';
const sentForm = 'sent.';

/**
 * Seals a secret together with its origin for one configuration, so that neither can be swapped
 * for another row's or endpoint's, not even in the database.
 */
export function bindSecret(secrets: SecretBox, id: number, secret: string, tokenEndpoint: string): string {
  const { origin } = new URL(tokenEndpoint);
  return `${boundForm}${secrets.seal(JSON.stringify([origin, secret]), placeOf(id))}`;
}

/**
 * Opens a configuration's secret. One from before secrets were bound belongs to the stored endpoint.
 * @throws Error if it can't be decrypted or belongs to another configuration
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

/** A stored configuration with its decrypted secret. @throws Error if the secret can't be decrypted */
export function providerOf(row: OidcOpRow, secrets: SecretBox): Provider {
  const { secret, origin } = openStoredSecret(secrets, row);
  return { ...row, client_secret: secret, secret_origin: origin };
}

/** Seals a secret as sent, for a background write that determines its origin later. */
export function sealSent(secrets: SecretBox, id: number, secret: string): string {
  return `${sentForm}${secrets.seal(secret, `${placeOf(id)}/sent`)}`;
}

/** Binds a secret sealed by `sealSent`. @throws Error as `openStoredSecret` */
export function bindSent(secrets: SecretBox, id: number, sealed: string, tokenEndpoint: string): string {
  // Without the prefix it's from a job stored by an earlier version.
  const secret = sealed.startsWith(sentForm)
    ? secrets.open(sealed.slice(sentForm.length), `${placeOf(id)}/sent`)
    : openUnbound(secrets, id, sealed);
  return bindSecret(secrets, id, secret, tokenEndpoint);
}

/**
 * Binds a secret from before secrets were bound to the stored endpoint. Store the result
 * before storing another endpoint.
 * @returns undefined if it's already bound
 * @throws Error as `openStoredSecret`
 */
export function boundAsStored(secrets: SecretBox, row: SecretRow): string | undefined {
  if (isBound(row.client_secret)) return undefined;
  const secret = openUnbound(secrets, row.id, row.client_secret);
  return bindSecret(secrets, row.id, secret, row.token_endpoint);
}

/**
 * Binds every secret from before secrets were bound.
 * @param onFailure called for secrets sealed with another key, which can't be bound
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
