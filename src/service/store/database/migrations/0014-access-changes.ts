/** Columns that change no one's access, and that change often: updates of only these leave the value as it is. */
export const harmless: Readonly<Record<string, readonly string[]>> = {
  users: ['last_sign_in_at', 'last_sign_in_via'],
  sessions: ['last_used_at'],
  api_keys: ['last_used_at'],
};

/**
 * The tables that decide access, and what changes someone's access besides updates. New groups, users, roles, sessions and
 * keys change nothing for anyone; groups that anyone's access depends on can't be deleted, except those that roles apply to
 * (`role_groups`).
 */
const events: Readonly<Record<string, readonly string[]>> = {
  users: ['delete'],
  user_roles: ['insert', 'delete'],
  roles: ['delete'],
  role_features: ['insert', 'delete'],
  role_groups: ['insert', 'delete'],
  groups: [],
  sessions: ['delete'],
  api_keys: ['delete'],
  oidc_ops: ['delete'],
};

const unchanged = `current_setting('palisade.access_changed', true) is distinct from 'yes'`;

/** A row without its harmless columns. A column that a later version adds counts until it's listed. */
const deciding = (row: string, table: string) =>
  `to_jsonb(${row}) - array[${(harmless[table] ?? []).map((column) => `'${column}'`).join()}]::text[]`;

/** 64 random bits. */
const random = 'hashtextextended(gen_random_uuid()::text, 0)';

/**
 * The access generation: a value that changes with every committed change, by any process, to anyone's identity, session, key
 * or access, or to what the authentication result shows, and that never returns to an earlier one: a counter that a restored
 * backup sets back would reach the same numbers again. Callers loaded at the same value are still up to date.
 * It's combined from a row for each connection, because transactions that update the same row wait for each other.
 */
export const statements = [
  'delete from access_generations',
  `insert into access_generations (backend, generation) values (0, ${random})`,
  // Once per transaction: a deleted role may have very many users.
  `create or replace function change_access() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into access_generations (backend, generation) values (pg_backend_pid(), ${random})
        on conflict (backend) do update set generation = excluded.generation;
      perform set_config('palisade.access_changed', 'yes', true);
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$`,
  ...Object.entries(events).flatMap(([table, others]) => [
    `drop trigger change_access on ${table}`,
    `create trigger update_access before update on ${table} for each row
      when (${unchanged} and ${deciding('old', table)} is distinct from ${deciding('new', table)})
      execute function change_access()`,
    ...(others.length > 0
      ? [
          `create trigger change_access before ${others.join(' or ')} on ${table} for each row
            when (${unchanged}) execute function change_access()`,
        ]
      : []),
  ]),
];
