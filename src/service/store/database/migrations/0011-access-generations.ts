/**
 * New groups, users, roles, sessions and keys, and their last use, change nothing for anyone; groups that anyone's access
 * depends on can't be deleted, except those that roles apply to (`role_groups`).
 */
const changes = {
  users: 'update of login, group_id or delete',
  user_roles: 'insert or update or delete',
  roles: 'update of name, description, admin_group_id or delete',
  role_features: 'insert or update or delete',
  role_groups: 'insert or update or delete',
  groups: 'update of name, description, mode, customer_id, parent_id',
  sessions: 'update of id_hash, user_id, created_at, oidc_op_id or delete',
  api_keys: 'update of user_id, key_hash or delete',
  oidc_ops: 'update of logout_method, post_logout_redirect_uri or delete',
};

const unchanged = `current_setting('palisade.access_changed', true) is distinct from 'yes'`;

/**
 * A number that increases with every committed change, by any process, to anyone's identity, session, key or access, or to
 * what the authentication result shows. Callers loaded at the same number are still up to date.
 * It's the sum of a row for each connection, because transactions that update the same row wait for each other.
 */
export const statements = [
  `create table access_generations (backend integer primary key, generation bigint not null)`,
  // Once per transaction: a deleted role may have very many users.
  `create function change_access() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into access_generations as stored (backend, generation) values (pg_backend_pid(), 1)
        on conflict (backend) do update set generation = stored.generation + 1;
      perform set_config('palisade.access_changed', 'yes', true);
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$`,
  ...Object.entries(changes).flatMap(([table, events]) => [
    `create trigger change_access before ${events} on ${table} for each row
      when (${unchanged}) execute function change_access()`,
    `create trigger truncate_access before truncate on ${table} for each statement
      when (${unchanged}) execute function change_access()`,
  ]),
];
