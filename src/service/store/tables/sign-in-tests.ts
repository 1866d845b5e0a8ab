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
    recordStart: async ({ oidc_op_id: id, ...values }) => {
      await db
        .insertInto('last_sign_in_tests')
        .columns(['oidc_op_id', 'id_hash', 'outcome', 'failed_step', 'started_at'])
        .expression((query) =>
          query
            .selectFrom('oidc_ops')
            .select((column) => [
              'id',
              column.val(values.id_hash).as('id_hash'),
              column.val(values.outcome).as('outcome'),
              column.val(values.failed_step).as('failed_step'),
              sql<Date>`${values.started_at}::timestamptz`.as('started_at'),
            ])
            .where('id', '=', id),
        )
        .onConflict((conflict) => conflict.column('oidc_op_id').doUpdateSet(values))
        .execute();
    },
    recordOutcome: async (idHash, outcome, failedStep) => {
      await db
        .updateTable('last_sign_in_tests')
        .set({ outcome, failed_step: failedStep })
        .where('id_hash', '=', idHash)
        .execute();
    },
    listLast: () => db.selectFrom('last_sign_in_tests').selectAll().orderBy('oidc_op_id').execute(),
  };
}
