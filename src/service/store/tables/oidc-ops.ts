import { sql, type Kysely } from 'kysely';
import type { OidcOpStore, OidcRequestStore } from '../../domain/oidc/oidc-ports.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Tables } from '../database/schema.ts';
import { pageOf, queriesOn } from './queries.ts';

export function oidcOpStore(db: Kysely<Tables>, now: Clock): OidcOpStore {
  const { one, run } = queriesOn(db);
  return {
    find: (id) => db.selectFrom('oidc_ops').selectAll().where('id', '=', id).executeTakeFirst(),
    lock: (id) => db.selectFrom('oidc_ops').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    hold: (id) => db.selectFrom('oidc_ops').selectAll().where('id', '=', id).forShare().executeTakeFirst(),
    list: (start, limit, which) => {
      const condition = which ? sql`login_enabled = ${which.login_enabled}` : sql`true`;
      return pageOf(db, [sql`*`, sql`from oidc_ops where ${condition}`, sql`id`], start, limit);
    },
    enableLogin: (id, enabled) => run`update oidc_ops set login_enabled = ${enabled} where id = ${id}`,
    reserveId: async () => {
      const { id } = await one<{ id: number }>`
        select nextval(pg_get_serial_sequence('oidc_ops', 'id'))::int as id`;
      return id;
    },
    insert: async (row) => {
      await db.insertInto('oidc_ops').values(row).execute();
      await run`insert into provider_watches (oidc_op_id, since) values (${row.id}, ${row.created_at})`;
    },
    update: (id, { updated_at: at, ...values }) =>
      db
        .updateTable('oidc_ops')
        // Compared with the stored time in the statement itself, so that concurrent writes get different times.
        .set({
          ...values,
          updated_at: sql<Date>`greatest(${at ?? now()}::timestamptz, updated_at + interval '1 millisecond')`,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    replaceSecret: (id, from, to) => run`update oidc_ops set client_secret = ${to}
        where id = ${id} and client_secret = ${from}`,
    delete: (id) => db.deleteFrom('oidc_ops').where('id', '=', id).returningAll().executeTakeFirst(),
  };
}

/** The SQL of unfinished provider sign-ins, identified by the hash of their state. */
export function oidcRequestStore(db: Kysely<Tables>): OidcRequestStore {
  const { first, run } = queriesOn(db);
  return {
    insert: async (row) => {
      await db.insertInto('oidc_requests').values(row).execute();
    },
    take: (stateHash, browserHash) => first`delete from oidc_requests
        where state_hash = ${stateHash} and browser_hash = ${browserHash} returning *`,
    find: (by) =>
      db
        .selectFrom('oidc_requests')
        .selectAll()
        .where((is) => is.and(by))
        .executeTakeFirst(),
    sweep: (createdBefore) => run`delete from oidc_requests where created_at < ${createdBefore}`,
  };
}
