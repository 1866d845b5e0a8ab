/** Alerts to deliver to a webhook, and the metadata of each provider as it was last checked. */
export const statements = [
  `create table alerts (
     id text primary key default gen_random_uuid()::text,
     type text not null,
     at timestamptz not null,
     data jsonb not null,
     attempts integer not null default 0,
     next_at timestamptz
   )`,
  `create index alerts_due on alerts (next_at) where next_at is not null`,
  `create table checked_metadata (
     oidc_op_id integer primary key references oidc_ops (id) on delete cascade,
     metadata_url text not null,
     checked_at timestamptz not null,
     published jsonb
   )`,
];
