import { sql, type Kysely, type RawBuilder } from 'kysely';
import { latestCredible, type Clock } from '../../domain/clock.ts';
import type { ClaimedJob, JobRow, JobStore, UnfinishedDeletion } from '../../domain/ports.ts';
import { userPath } from '../../../contract/access/users.ts';
import { newAlert } from './alerts.ts';
import type { Tables } from '../database/schema.ts';
import { json, queriesOn } from './queries.ts';

const status = sql`jobs.id, jobs.user_id, message, finished, failed,
  (select login from users where users.id = jobs.user_id) as login`;

/** The SQL of background jobs: one instance at a time holds a lease on a job. */
export function jobStore(db: Kysely<Tables>, now: Clock): JobStore {
  const { all, allIds, first, run } = queriesOn(db);
  /** @returns the user of the job, unless it isn't the owner's anymore */
  const update = (id: number, owner: string, values: RawBuilder<unknown>) => first<{ user_id: number }>`
    update jobs set ${values} where id = ${id} and lease_owner = ${owner} and not finished returning user_id`;
  return {
    enqueue: (userId, kind, payload, message, most) =>
      within(db, async (transaction) => {
        // Concurrent calls wait until this one is committed. Not `for update`, which would also block
        // rows that merely reference the user.
        await sql`select 1 from users where id = ${userId} for no key update`.execute(transaction);
        const { one } = queriesOn(transaction);
        const { unfinished } = await one<{ unfinished: number }>`
          select count(*)::int as unfinished from jobs where user_id = ${userId} and not finished`;
        if (unfinished >= most) return undefined;
        return one<JobRow>`insert into jobs (user_id, kind, payload, message, created_at)
          values (${userId}, ${kind}, ${json(payload)}, ${message}, ${now()}) returning ${status}`;
      }),
    find: (id) => first<JobRow>`select ${status} from jobs where id = ${id}`,
    addPart: (id, position, payload) => run`insert into job_parts (job_id, position, payload)
        values (${id}, ${position}, ${json(payload)})
        on conflict (job_id, position) do update set payload = excluded.payload`,
    part: async (id, position) => {
      const part = await first<{ payload: unknown }>`select payload from job_parts
        where job_id = ${id} and position = ${position}`;
      return part?.payload;
    },
    earlierDeletions: (kind, id) => allIds`select (payload->>'rootId')::int as id from jobs
        where kind = ${kind} and not finished and id < ${id}`,
    delete: (id) => run`delete from jobs where id = ${id}`,
    claim: (owner, at, until, except = []) => first<ClaimedJob>`
        update jobs set lease_owner = ${owner}, lease_until = ${until}, attempts = attempts + 1
        where id = (
          select id from jobs where not finished and id <> all(${[...except]}::int[]) and (lease_until is null or lease_until < ${at}
            or lease_until > ${latestCredible(at)})
          order by id limit 1 for update skip locked
        ) returning ${status}, kind, payload, total, attempts`,
    extendLease: async (id, owner, until) => !!(await update(id, owner, sql`lease_until = ${until}`)),
    setMessage: async (id, owner, message) => void (await update(id, owner, sql`message = ${message}`)),
    recordProgress: async (id, owner, message, total) =>
      void (await update(id, owner, sql`message = ${message}, total = ${total}, attempts = 0`)),
    finish: async (id, owner, message, failed, at) => {
      // Parts are no longer needed, and may be large; nor is the rest of the payload, except to find the job by its request.
      const ended = sql`message = ${message}, failed = ${failed}, finished = true, finished_at = ${at}, lease_owner = null,
        lease_until = null, payload = jsonb_strip_nulls(jsonb_build_object('requestId', payload->'requestId'))`;
      const job = await update(id, owner, ended);
      if (failed && job) {
        const data = { resource: `/delayed_job_statuses/${id}`, user: userPath(job.user_id) };
        await run`${newAlert('job.failed', at, data)}`;
      }
      await run`delete from job_parts where job_id = (select id from jobs where id = ${id} and finished)`;
    },
    lockDeletions: (kind, of) => {
      const owner =
        'owner' in of ? sql`id = ${of.id} and lease_owner = ${of.owner}` : sql`user_id = ${of.userId}`;
      return all<UnfinishedDeletion>`select ${status}, payload, total from jobs
        where kind = ${kind} and not finished and ${owner} for update`;
    },
    release: async (id, owner, from, isAttempt) => {
      const attempts = sql`attempts - ${isAttempt ? 0 : 1}::int`;
      await update(id, owner, sql`lease_owner = null, lease_until = ${from}, attempts = ${attempts}`);
    },
    releaseAll: () => run`update jobs set lease_owner = null, lease_until = null where not finished`,
    sweep: (finishedBefore) => run`delete from jobs where finished and finished_at < ${finishedBefore}`,
  };
}

/** Runs in the current transaction, or in a new one. */
function within<Result>(db: Kysely<Tables>, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
