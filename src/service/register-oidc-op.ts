import type { OidcOpCreate } from '../contract/oidc/oidc-ops.ts';
import { fillFromMetadata } from './domain/oidc/oidc-metadata.ts';
import { filledForCreate } from './domain/oidc/oidc-ops.ts';
import { createSecretBox } from './domain/secret-box.ts';
import { bindSecret } from './domain/oidc/stored-secret.ts';
import type { Outbound } from './outbound/outbound.ts';
import { createRelyingParty } from './outbound/relying-party.ts';
import type { Database } from './store/database/database.ts';
import { unitOfWork } from './store/tables/stores.ts';
import { systemClock } from './system-clock.ts';

/**
 * Makes a provider of our own known to the service: brings its configuration up to date where there is one with its
 * client id, and creates it at the first start alone, so that a deleted one stays deleted.
 */
export async function registerOidcOp(
  embedded: { database: Database; secretKey: string },
  outbound: Outbound,
  values: OidcOpCreate,
  firstStart: boolean,
): Promise<void> {
  const secrets = createSecretBox(embedded.secretKey);
  const { metadata } = createRelyingParty(outbound);
  await unitOfWork(embedded.database.background, systemClock).transaction(async ({ oidcOps }) => {
    const { data } = await oidcOps.list(0, Number.MAX_SAFE_INTEGER);
    const known = data.find((row) => row.client_id === values.client_id);
    if (!known && !firstStart) return;
    const id = known?.id ?? (await oidcOps.reserveId());
    const bound = (endpoint: string) => bindSecret(secrets, id, values.client_secret, endpoint);
    const now = systemClock();
    if (!known) {
      const filled = await filledForCreate(metadata, values);
      const client_secret = bound(filled.token_endpoint);
      await oidcOps.insert({ ...values, ...filled, id, client_secret, created_at: now, updated_at: now });
      return;
    }
    // What an administrator has changed meanwhile stays; the provider's addresses and secret are its own to say.
    const filled = await fillFromMetadata(metadata, values.metadata_url, {});
    const client_secret = bound(filled.token_endpoint);
    await oidcOps.update(id, { ...filled, metadata_url: values.metadata_url, client_secret });
  });
}
