import { sql, type Kysely } from 'kysely';
import { createSecretBox } from './domain/secret-box.ts';
import { openStoredSecret } from './domain/oidc/stored-secret.ts';
import type { Tables } from './store/database/schema.ts';

/** Holds a known text, sealed with the key of the database's secrets. */
const fact = 'secret_key';
const place = '/service_facts/secret_key';
const knownText = 'palisade';

/** Whether the database contains anything sealed with its key. */
export async function needsKey(db: Kysely<Tables>): Promise<boolean> {
  return (await findVerifier(db)) !== undefined || (await sealedSecrets(db)).length > 0;
}

/**
 * Binds the database to a key, or checks that it's bound to this one. Safe when several instances
 * start at the same time: the first one wins.
 * @returns whether it is the database's key
 */
export async function bindKey(db: Kysely<Tables>, secretKey: string): Promise<boolean> {
  const box = createSecretBox(secretKey);
  const opens = (open: () => unknown) => {
    try {
      open();
      return true;
    } catch {
      return false;
    }
  };
  let verifier = await findVerifier(db);
  if (verifier === undefined) {
    const secrets = await sealedSecrets(db);
    // From a version without verifier. One secret is enough proof: others may predate a replaced key, and
    // no key opens those anymore.
    const isRight = secrets.some((row) => opens(() => openStoredSecret(box, row)));
    if (secrets.length > 0 && !isRight) return false;
    await sql`insert into service_facts (name, value) values (${fact}, ${box.seal(knownText, place)})
      on conflict do nothing`.execute(db);
    verifier = await findVerifier(db);
  }
  const sealed = verifier;
  return sealed !== undefined && opens(() => box.open(sealed, place));
}

async function findVerifier(db: Kysely<Tables>): Promise<string | undefined> {
  const facts = db.selectFrom('service_facts').where('name', '=', fact);
  return (await facts.select('value').executeTakeFirst())?.value;
}

/** Client secrets; empty ones were removed to change the key (docs/administrator.md). */
function sealedSecrets(db: Kysely<Tables>) {
  const stored = db.selectFrom('oidc_ops').where('client_secret', '<>', '');
  return stored.select(['id', 'client_secret', 'token_endpoint']).execute();
}
