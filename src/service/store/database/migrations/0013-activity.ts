/**
 * The logs of sign-ins and changes. Entries are numbered without gaps, in the order in which they're committed: every writer
 * holds the log's row of `activity_numbers` until its transaction ends. A reader who has seen an entry has seen all before
 * it, a page is found by its number, and the oldest entries are removed first. `path` contains the ids from the group
 * that decides who can read an entry up to the root; groups can't be moved.
 */
export const statements = [
  `create table activity_numbers (
     log text primary key,
     last integer not null,
     at timestamptz not null
   )`,
  `insert into activity_numbers (log, last, at)
     values ('changes', 0, '-infinity'), ('sign_in_events', 0, '-infinity')`,
  `create table sign_in_events (
     id integer primary key,
     at timestamptz not null,
     method text not null,
     user_id integer,
     login text,
     path integer[] not null,
     oidc_op_id integer,
     oidc_op_name text,
     address text not null,
     user_agent text not null,
     request_id text not null,
     reference text,
     code text,
     steps jsonb
   )`,
  `create index sign_in_events_at on sign_in_events (at, id)`,
  `create index sign_in_events_user on sign_in_events (user_id, id)`,
  `create index sign_in_events_login on sign_in_events (login, id)`,
  `create index sign_in_events_oidc_op on sign_in_events (oidc_op_id, id) where oidc_op_id is not null`,
  `create index sign_in_events_code on sign_in_events (code, id) where code is not null`,
  `create index sign_in_events_rejected on sign_in_events (id) where code is not null`,
  `create index sign_in_events_reference on sign_in_events (reference) where reference is not null`,
  `create index sign_in_events_path on sign_in_events using gin (path) with (gin_pending_list_limit = 256)`,
  `create table changes (
     id integer primary key,
     at timestamptz not null,
     user_id integer,
     login text,
     via text not null,
     action text not null,
     collection text not null,
     record text not null,
     resource text not null,
     name text not null,
     fields jsonb not null,
     count integer not null,
     request_id text not null,
     path integer[] not null
   )`,
  `create index changes_at on changes (at, id)`,
  `create index changes_user on changes (user_id, id)`,
  `create index changes_login on changes (login, id)`,
  `create index changes_record on changes (record, id)`,
  `create index changes_collection on changes (collection, id)`,
  `create index changes_action on changes (action, id)`,
  `create index changes_path on changes using gin (path) with (gin_pending_list_limit = 256)`,
];
