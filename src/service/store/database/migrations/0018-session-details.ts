/** What people recognize their sessions by, and what identifies one in paths. */
export const statements = [
  `alter table sessions
     add column sid text not null default gen_random_uuid()::text,
     add column address text not null default '',
     add column user_agent text not null default ''`,
];
