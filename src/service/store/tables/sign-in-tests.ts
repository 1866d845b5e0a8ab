import type { Kysely } from 'kysely';
import type { SignInTestRow, SignInTestStore } from '../../domain/oidc/oidc-ports.ts';
import type { Tables } from '../database/schema.ts';
import { queriesOn } from './queries.ts';

/** The SQL of sign-in tests, identified by the hash of their id. */
export function signInTestStore(db: Kysely<Tables>): SignInTestStore {
  const { all, first, run } = queriesOn(db);
  return {
    insert: async (row, most) => {
      await db.insertInto('sign_in_tests').values(row).execute();
      await run`delete from sign_in_tests where id_hash in (
        select id_hash from sign_in_tests where user_id = ${row.user_id} and id_hash <> ${row.id_hash}
        order by created_at desc offset ${most - 1}::int)`;
    },
    find: (idHash, userId) =>
      first<SignInTestRow>`select * from sign_in_tests where id_hash = ${idHash} and user_id = ${userId}`,
    listOf: (userId, since) => all<SignInTestRow>`select * from sign_in_tests
        where user_id = ${userId} and created_at >= ${since} order by created_at desc`,
    take: (stateHash, browserHash, at) => first<SignInTestRow>`update sign_in_tests set returned_at = ${at}
        where state_hash = ${stateHash} and returned_at is null
          and (browser_hash is null or browser_hash = ${browserHash}) returning *`,
    takeBy: (by, at) =>
      db
        .updateTable('sign_in_tests')
        .set({ returned_at: at })
        .where((is) => is.and(by))
        .where('returned_at', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    hasReturned: async (stateHash, userId) =>
      (await first`select from sign_in_tests where state_hash = ${stateHash}
        and user_id = ${userId} and returned_at is not null`) !== undefined,
    finish: (idHash, sealed) => run`update sign_in_tests set sealed = ${sealed} where id_hash = ${idHash}`,
    sweep: (createdBefore) => run`delete from sign_in_tests where created_at < ${createdBefore}`,
    recordStart: (
      row,
    ) => run`insert into last_sign_in_tests (oidc_op_id, id_hash, outcome, failed_step, started_at)
        select id, ${row.id_hash}, ${row.outcome}, ${row.failed_step}, ${row.started_at}::timestamptz
        from oidc_ops where id = ${row.oidc_op_id}
        on conflict (oidc_op_id) do update set id_hash = excluded.id_hash, outcome = excluded.outcome,
          failed_step = excluded.failed_step, started_at = excluded.started_at`,
    recordOutcome: (idHash, outcome, failedStep) =>
      run`update last_sign_in_tests set outcome = ${outcome}, failed_step = ${failedStep}
        where id_hash = ${idHash}`,
    listLast: () => db.selectFrom('last_sign_in_tests').selectAll().orderBy('oidc_op_id').execute(),
  };
}
