/** Sign-in tests, which any instance can finish, and the outcome of each configuration's last one. */
export const statements = [
  `create table sign_in_tests (
     id_hash text primary key,
     user_id integer not null references users (id) on delete cascade,
     state_hash text not null unique,
     browser_hash text,
     sealed text not null,
     returned_at timestamptz,
     created_at timestamptz not null
   )`,
  `create index sign_in_tests_user on sign_in_tests (user_id, created_at)`,
  `create index sign_in_tests_created on sign_in_tests (created_at)`,
  `create table last_sign_in_tests (
     oidc_op_id integer primary key references oidc_ops (id) on delete cascade,
     id_hash text not null unique,
     outcome text not null,
     failed_step text not null,
     started_at timestamptz not null
   )`,
];
