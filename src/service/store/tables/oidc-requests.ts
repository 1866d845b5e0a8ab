import type { Kysely } from 'kysely';
import type { OidcRequestStore } from '../../domain/oidc/oidc-ports.ts';
import type { Tables } from '../database/schema.ts';
import { queriesOn } from './queries.ts';

/** The SQL of unfinished provider sign-ins, identified by the hash of their state. */
export function oidcRequestStore(db: Kysely<Tables>): OidcRequestStore {
  const { run } = queriesOn(db);
  return {
    insert: async (row) => {
      await db.insertInto('oidc_requests').values(row).execute();
    },
    take: (stateHash) =>
      db.deleteFrom('oidc_requests').where('state_hash', '=', stateHash).returningAll().executeTakeFirst(),
    sweep: (createdBefore) => run`delete from oidc_requests where created_at < ${createdBefore}`,
  };
}
