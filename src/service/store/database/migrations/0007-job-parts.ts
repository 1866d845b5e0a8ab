/** A large job's payload in parts: a single one of many megabytes would block the process while it's parsed. */
export const statements = [
  `create table job_parts (
    job_id integer not null references jobs (id) on delete cascade,
    position integer not null,
    payload jsonb not null,
    primary key (job_id, position)
  )`,
];
