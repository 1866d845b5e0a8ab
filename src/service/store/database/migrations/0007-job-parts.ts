import { sql, type Kysely } from 'kysely';

/** What a large job has to do, in pieces: a payload of many megabytes would be parsed at once when it is read. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table job_parts (
    job_id integer not null references jobs (id) on delete cascade,
    position integer not null,
    payload jsonb not null,
    primary key (job_id, position)
  )`.execute(db);
}
