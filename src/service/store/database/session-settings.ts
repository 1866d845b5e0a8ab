import type { ClientBase } from 'pg';

/** Time limits of a connection, in milliseconds; none if left out. */
export interface SessionLimits {
  statement?: number;
  lock?: number;
  idleInTransaction?: number;
}

/** What the service relies on, over settings of the server, the database and the user. */
const expected = {
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  bytea_output: 'hex',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
  default_transaction_deferrable: 'off',
  // Connections between two uses are ours to close.
  idle_session_timeout: '0',
  // Since PostgreSQL 17.
  transaction_timeout: '0',
};

/**
 * Prepares a new connection, in one round trip. Startup parameters would be rejected, or ignored, by PgBouncer.
 * @param milliseconds after which the server is considered unreachable
 */
export async function prepareSession(
  client: ClientBase,
  { statement = 0, lock = 0, idleInTransaction = 0 }: SessionLimits,
  milliseconds: number,
): Promise<void> {
  const settings = {
    ...expected,
    statement_timeout: `${statement}`,
    lock_timeout: `${lock}`,
    idle_in_transaction_session_timeout: `${idleInTransaction}`,
  };
  const query = {
    // Without those that the server doesn't have.
    text: `select set_config(name, value, false) from unnest($1::text[], $2::text[]) settings (name, value)
      where current_setting(name, true) is not null`,
    values: [Object.keys(settings), Object.values(settings)],
    query_timeout: milliseconds,
  };
  await client.query(query);
}
