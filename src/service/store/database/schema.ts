import type { ColumnType, Generated } from 'kysely';
import type { ChangeRow, SignInEventRow } from '../../domain/activity/activity-ports.ts';
import type {
  IdentityRow,
  LastSignInTestRow,
  OidcOpRow,
  OidcRequestRow,
  SignInTestRow,
  WatchRow,
} from '../../domain/oidc/oidc-ports.ts';
import type { ClaimedJob, GroupRow, UserDetailRow, UserRow } from '../../domain/ports.ts';
import type { ApiKeyRow, SessionRow, RoleRow } from '../../domain/access/access-ports.ts';

/** A row with columns that the database fills in when they're left out. */
type Filled<Row, Name extends keyof Row> = Omit<Row, Name> & {
  [Column in Name]: ColumnType<Row[Column], Row[Column] | undefined, Row[Column]>;
};

/** A column of type `jsonb`, which is written as text. */
type Json<Text extends string | null = string> = ColumnType<unknown, Text, Text>;

interface GroupsTable extends Filled<GroupRow, 'id' | 'mode' | 'customer_id'> {
  /** True on the root of a subtree that a job is deleting: nothing may be added below it. */
  deleting: Generated<boolean>;
}

interface UsersTable extends Filled<
  UserRow & Omit<UserDetailRow, 'role_ids' | 'has_password'>,
  'id' | 'created_at' | 'suspended_at'
> {
  /** See `searchText`. */
  search_text: string;
  /** See `loginSkeleton`. */
  login_skeleton: Generated<string>;
}

interface RolesTable extends Filled<Omit<RoleRow, 'features' | 'groupIds'>, 'id'> {
  /** See `searchText`. */
  search_text: string;
}

interface ApiKeysTable extends Filled<ApiKeyRow, 'id' | 'created_at' | 'expires_at' | 'read_only'> {
  /** SHA-256 of the key, hex. */
  key_hash: string;
  refused_at: Generated<Date | null>;
}

interface SignInFailuresTable {
  /** Such as `address:<ip>`; logins are hashed, because people also type passwords there. */
  subject: string;
  failures: number;
  last_failure_at: Date;
  /** Until then, attempts are rejected with 429. */
  blocked_until: Date | null;
}

interface JobsTable extends Filled<
  Omit<ClaimedJob, 'login' | 'payload'>,
  'id' | 'finished' | 'failed' | 'attempts'
> {
  /** The input of `kind`'s handler; never a secret. */
  payload: Json;
  lease_owner: string | null;
  lease_until: Date | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

/** The tables as Kysely sees them; the SQL of record is in `migrations/`. */
export interface Tables {
  groups: GroupsTable;
  users: UsersTable;
  roles: RolesTable;
  role_features: { role_id: number; feature: string; privilege: string };
  role_groups: { role_id: number; group_id: number };
  user_roles: { user_id: number; role_id: number };
  sessions: Filled<
    SessionRow,
    'sid' | 'created_at' | 'last_used_at' | 'address' | 'user_agent' | 'state_hash' | 'return_to'
  >;
  api_keys: ApiKeysTable;
  sign_in_failures: SignInFailuresTable;
  jobs: JobsTable;
  job_parts: { job_id: number; position: number; payload: Json };
  oidc_ops: Filled<OidcOpRow, 'id' | 'login_enabled'>;
  oidc_requests: OidcRequestRow;
  identities: Filled<IdentityRow, 'id'>;
  sign_in_tests: SignInTestRow;
  last_sign_in_tests: LastSignInTestRow;
  provider_watches: Omit<WatchRow, 'look' | 'probe'> & Record<'look' | 'probe', Json<string | null>>;
  /** About the database itself; not part of its records. */
  service_facts: { name: string; value: string };
  sign_in_events: Omit<SignInEventRow, 'at'> & { at: Date };
  changes: Omit<ChangeRow, 'at' | 'recreatable'> & { at: Date };
}
