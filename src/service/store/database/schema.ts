import type { ColumnType, Generated } from 'kysely';
import type {
  LastSignInTestRow,
  OidcOpRow,
  OidcRequestRow,
  SignInTestRow,
} from '../../domain/oidc/oidc-ports.ts';

/** Written as a Date or left to the database's `now()`, read as a Date. */
type Timestamp = ColumnType<Date, Date | undefined, Date>;

interface GroupsTable {
  id: Generated<number>;
  name: string;
  description: string;
  mode: Generated<string>;
  customer_id: Generated<number>;
  /** Null only for the Default group (id 0). */
  parent_id: number | null;
  /** True on the root of a subtree that a job is deleting: nothing may be added below it. */
  deleting: Generated<boolean>;
}

interface UsersTable {
  id: Generated<number>;
  login: string;
  display_name: string;
  group_id: number;
  /** argon2id in PHC form; null for a user who signs in through a provider only. */
  password_hash: string | null;
  created_at: Timestamp;
  last_sign_in_at: Date | null;
  last_sign_in_via: string | null;
  /** See `searchText`. */
  search_text: string;
}

interface RolesTable {
  id: Generated<number>;
  name: string;
  description: string;
  admin_group_id: number;
  /** See `searchText`. */
  search_text: string;
}

interface RoleFeaturesTable {
  role_id: number;
  feature: string;
  privilege: string;
}

interface RoleGroupsTable {
  role_id: number;
  group_id: number;
}

interface UserRolesTable {
  user_id: number;
  role_id: number;
}

interface SessionsTable {
  /** SHA-256 of the session id, hex: the id itself is never stored. */
  id_hash: string;
  user_id: number;
  created_at: Timestamp;
  last_used_at: Timestamp;
  /** The provider used to sign in: deleting it ends the session. */
  oidc_op_id: number | null;
}

interface ApiKeysTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** SHA-256 of the key, hex. */
  key_hash: string;
  created_at: Timestamp;
  last_used_at: Date | null;
}

interface SignInFailuresTable {
  /** `login:<login>` or `address:<ip>`. */
  subject: string;
  failures: number;
  last_failure_at: Date;
  /** Until then, attempts are rejected with 429. */
  blocked_until: Date | null;
}

interface JobsTable {
  id: Generated<number>;
  user_id: number;
  kind: string;
  /** The input of `kind`'s handler; never a secret. */
  payload: ColumnType<unknown, string, string>;
  /** The amount of work at the start, for the progress in `message`. */
  total: number | null;
  message: string;
  finished: Generated<boolean>;
  failed: Generated<boolean>;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: Date | null;
  created_at: Timestamp;
  finished_at: Date | null;
}

interface JobPartsTable {
  job_id: number;
  position: number;
  payload: ColumnType<unknown, string, string>;
}

interface OidcOpsTable extends Omit<OidcOpRow, 'id'> {
  id: Generated<number>;
}

/** About the database itself; not part of its records. */
interface ServiceFactsTable {
  name: string;
  value: string;
}

/** See `migrations/0011-access-generations.ts`. */
interface AccessGenerationsTable {
  /** The process id of a connection's server process; 0 for connections that have ended. */
  backend: number;
  generation: number;
}

/** See `migrations/0013-activity.ts`. */
interface ActivityNumbersTable {
  log: 'changes' | 'sign_in_events';
  last: number;
  at: Date;
}

interface SignInEventsTable {
  id: number;
  at: Date;
  method: string;
  /** Null unless the login named a user. */
  user_id: number | null;
  login: string | null;
  /** From the user's group up to the root. */
  path: number[];
  oidc_op_id: number | null;
  oidc_op_name: string | null;
  address: string;
  user_agent: string;
  request_id: string;
  reference: string | null;
  /** Null if the user was signed in. */
  code: string | null;
  steps: ColumnType<unknown, string | null, string | null>;
}

interface ChangesTable {
  id: number;
  at: Date;
  /** Who made it; null for the service itself. */
  user_id: number | null;
  login: string | null;
  via: string;
  action: string;
  /** The first part of `record`, such as `users`. */
  collection: string;
  /** Path of the record, or of the one that `resource` belongs to. */
  record: string;
  resource: string;
  name: string;
  fields: ColumnType<unknown, string, string>;
  count: number;
  request_id: string;
  /** From the group that decides who can read it up to the root. */
  path: number[];
}

/** The tables as Kysely sees them; the SQL of record is in `migrations/`. */
export interface Tables {
  groups: GroupsTable;
  users: UsersTable;
  roles: RolesTable;
  role_features: RoleFeaturesTable;
  role_groups: RoleGroupsTable;
  user_roles: UserRolesTable;
  sessions: SessionsTable;
  api_keys: ApiKeysTable;
  sign_in_failures: SignInFailuresTable;
  jobs: JobsTable;
  job_parts: JobPartsTable;
  oidc_ops: OidcOpsTable;
  oidc_requests: OidcRequestRow;
  sign_in_tests: SignInTestRow;
  last_sign_in_tests: LastSignInTestRow;
  service_facts: ServiceFactsTable;
  access_generations: AccessGenerationsTable;
  activity_numbers: ActivityNumbersTable;
  sign_in_events: SignInEventsTable;
  changes: ChangesTable;
}
