/** The text columns of every index, by table. */
const indexed: Readonly<Record<string, readonly string[]>> = {
  activity_numbers: ['log'],
  alerts: ['id'],
  api_keys: ['key_hash'],
  changes: ['login', 'record', 'collection', 'action'],
  groups: ['name'],
  kysely_migration: ['name'],
  kysely_migration_lock: ['id'],
  last_sign_in_tests: ['id_hash'],
  oidc_requests: ['state_hash'],
  role_features: ['feature'],
  roles: ['name'],
  service_facts: ['name'],
  sessions: ['id_hash'],
  sign_in_events: ['login', 'code', 'reference'],
  sign_in_failures: ['subject'],
  sign_in_tests: ['id_hash', 'state_hash'],
  users: ['login', 'login_skeleton'],
};

/**
 * Orders indexed texts by their bytes, and numbers the entries of both logs with 64 bits. An update of the system can change
 * the order of every other collation, after which an index no longer finds its rows, and accepts doubles.
 */
export const statements = [
  ...Object.entries(indexed).map(([table, columns]) => {
    const types = columns.map((column) => `alter ${column} type text collate "C"`);
    if (table === 'changes' || table === 'sign_in_events') types.push('alter id type bigint');
    return `alter table ${table} ${types.join(', ')}`;
  }),
  'alter table activity_numbers alter last type bigint',
];
