import { sql, type Kysely } from 'kysely';
import type { JobRow, JobStore } from '../domain/ports.ts';
import type { Tables } from './schema.ts';

const columns = sql`jobs.id, jobs.user_id, kind, payload, total, message, finished, failed, attempts,
  (select login from users where users.id = jobs.user_id) as login`;

/** The SQL of background jobs: one instance at a time holds a lease on a job. */
export function jobStore(db: Kysely<Tables>): JobStore {
  return {
    insert: async (userId, kind, payload, message) => {
      const result = await sql<JobRow>`insert into jobs (user_id, kind, payload, message)
        values (${userId}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${message}) returning ${columns}`.execute(
        db,
      );
      return only(result.rows);
    },
    find: async (id) => (await sql<JobRow>`select ${columns} from jobs where id = ${id}`.execute(db)).rows[0],
    delete: async (id) => {
      await db.deleteFrom('jobs').where('id', '=', id).execute();
    },
    claim: async (owner, now, until) => {
      const result = await sql<JobRow>`
        update jobs set lease_owner = ${owner}, lease_until = ${until}, attempts = attempts + 1
        where id = (
          select id from jobs where not finished and (lease_until is null or lease_until < ${now})
          order by id limit 1 for update skip locked
        ) returning ${columns}`.execute(db);
      return result.rows[0];
    },
    renew: async (id, owner, until) => {
      const rows = await db
        .updateTable('jobs')
        .set({ lease_until: until })
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .where('finished', '=', false)
        .returning('id')
        .execute();
      return rows.length > 0;
    },
    progress: async (id, message, total) => {
      await db.updateTable('jobs').set({ message, total }).where('id', '=', id).execute();
    },
    finish: async (id, message, failed, at) => {
      await db
        .updateTable('jobs')
        .set({ message, failed, finished: true, finished_at: at, lease_owner: null, lease_until: null })
        .where('id', '=', id)
        .execute();
    },
    release: async (id, owner) => {
      await sql`update jobs set lease_owner = null, lease_until = null, attempts = attempts - 1
        where id = ${id} and lease_owner = ${owner} and not finished`.execute(db);
    },
    sweep: async (finishedBefore) => {
      await db
        .deleteFrom('jobs')
        .where('finished', '=', true)
        .where('finished_at', '<', finishedBefore)
        .execute();
    },
  };
}

function only(rows: JobRow[]): JobRow {
  const [row] = rows;
  if (!row) throw new Error('The insert returned no row');
  return row;
}
