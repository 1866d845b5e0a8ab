import { sql, type Kysely } from 'kysely';
import type { SignInTestStore } from '../../domain/oidc/oidc-ports.ts';
import type { Tables } from '../database/schema.ts';

/** The SQL of sign-in tests, identified by the hash of their id. */
export function signInTestStore(db: Kysely<Tables>): SignInTestStore {
  return {
    insert: async (row, most) => {
      await db.insertInto('sign_in_tests').values(row).execute();
      await sql`delete from sign_in_tests where id_hash in (
        select id_hash from sign_in_tests where user_id = ${row.user_id} and id_hash <> ${row.id_hash}
        order by created_at desc offset ${most - 1}::int)`.execute(db);
    },
    find: (idHash, userId) =>
      db
        .selectFrom('sign_in_tests')
        .selectAll()
        .where('id_hash', '=', idHash)
        .where('user_id', '=', userId)
        .executeTakeFirst(),
    take: (stateHash, browserHash, at) =>
      db
        .updateTable('sign_in_tests')
        .set({ returned_at: at })
        .where('state_hash', '=', stateHash)
        .where('returned_at', 'is', null)
        .where((test) => test.or([test('browser_hash', 'is', null), test('browser_hash', '=', browserHash)]))
        .returningAll()
        .executeTakeFirst(),
    finish: async (idHash, sealed) => {
      await db.updateTable('sign_in_tests').set({ sealed }).where('id_hash', '=', idHash).execute();
    },
    sweep: async (createdBefore) => {
      await db.deleteFrom('sign_in_tests').where('created_at', '<', createdBefore).execute();
    },
    recordStart: async ({
      oidc_op_id: id,
      id_hash: idHash,
      outcome,
      failed_step: failedStep,
      started_at: startedAt,
    }) => {
      await sql`insert into last_sign_in_tests (oidc_op_id, id_hash, outcome, failed_step, started_at)
        select id, ${idHash}, ${outcome}, ${failedStep}, ${startedAt}::timestamptz from oidc_ops where id = ${id}
        on conflict (oidc_op_id) do update set id_hash = excluded.id_hash, outcome = excluded.outcome,
          failed_step = excluded.failed_step, started_at = excluded.started_at`.execute(db);
    },
    recordOutcome: async (idHash, outcome, failedStep) => {
      await sql`update last_sign_in_tests set outcome = ${outcome}, failed_step = ${failedStep}
        where id_hash = ${idHash}`.execute(db);
    },
    listLast: () => db.selectFrom('last_sign_in_tests').selectAll().orderBy('oidc_op_id').execute(),
  };
}
