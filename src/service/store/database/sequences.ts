import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';
import { StoreError } from './store-error.ts';

interface Numbering {
  table: string;
  column: string;
  /** As SQL. */
  sequence: string;
  mayRead: boolean;
  mayUpdate: boolean;
  user: string;
}

/**
 * Moves on every sequence and log number that's behind the rows it numbers. Logical replication and restores without the
 * schema leave them there, and new rows would get the ids of existing ones.
 * @param onRepair called with a sentence for each
 * @throws StoreError if the user isn't allowed to
 */
export async function repairSequences(
  db: Kysely<Tables>,
  onRepair: (sentence: string) => void = () => undefined,
): Promise<void> {
  for (const numbering of await numberings(db)) {
    const { table, column } = numbering;
    if (await moveOn(db, numbering)) onRepair(`Repaired: the next ${column} of ${table} existed already`);
  }
  for (const log of ['changes', 'sign_in_events'] as const) {
    const { rows } = await sql`insert into activity_numbers (log, last, at)
      select ${log}, coalesce(max(id), 0), '-infinity' from ${sql.table(log)}
      on conflict (log) do update set last = excluded.last where activity_numbers.last < excluded.last
      returning last`.execute(db);
    if (rows.length > 0) onRepair(`Repaired: the next id of ${log} existed already`);
  }
}

/** The identity columns of our tables. */
async function numberings(db: Kysely<Tables>): Promise<Numbering[]> {
  const { rows } = await sql<Numbering>`
    select relname as table, attname as column, sequence, current_user as user,
      has_sequence_privilege(sequence, 'select') as "mayRead", has_sequence_privilege(sequence, 'update') as "mayUpdate"
    from pg_class join pg_attribute on attrelid = pg_class.oid,
      pg_get_serial_sequence(quote_ident(relname), attname) sequence
    where relnamespace = current_schema()::regnamespace and attidentity <> '' and not attisdropped
      and relowner = (select relowner from pg_class where oid = 'users'::regclass)
    order by relname, attname`.execute(db);
  return rows;
}

/** @returns whether it had to be */
async function moveOn(
  db: Kysely<Tables>,
  { table, column, sequence, mayRead, mayUpdate, user }: Numbering,
): Promise<boolean> {
  // Inserting needs neither privilege.
  if (!mayRead) return false;
  const name = sql.raw(sequence);
  const behind = sql`from (select max(${sql.ref(column)}) as last from ${sql.table(table)}) found, ${name} numbers
    where found.last >= numbers.last_value + numbers.is_called::int`;
  if (mayUpdate) {
    const { rows } = await sql`select setval(${sequence}::regclass, found.last) ${behind}`.execute(db);
    return rows.length > 0;
  }
  const { rows } = await sql`select 1 ${behind}`.execute(db);
  if (rows.length > 0)
    throw new StoreError(
      `The next ${column} of ${table} exists already, and the user "${user}" can't repair that: grant it UPDATE on the sequence ${sequence}, or use the owner of the tables`,
    );
  return false;
}
