/** Search columns for users and roles, and unique role names. */
export const statements = [
  `alter table users add column search_text text not null default ''`,
  `alter table roles add column search_text text not null default ''`,
  `update users set search_text = lower(login || E'\\n' || display_name)`,
  `update roles set search_text = lower(name)`,
  `create unique index roles_admin_group_name on roles (admin_group_id, name)`,
  `drop index roles_admin_group`,
];
