import type { Page } from '../../contract/paging.ts';
import type {
  CredentialStore,
  SessionStore,
  ApiKeyStore,
  SignInFailureStore,
  RoleStore,
} from './access/access-ports.ts';
import type { ActivityStore, ChangeStore, SignInEventStore } from './activity/activity-ports.ts';
import type { AlertStore } from './alerts/alert-ports.ts';
import type { Scope } from './scope.ts';
import type {
  IdentityStore,
  OidcOpStore,
  OidcRequestStore,
  SignInTestStore,
  WatchStore,
} from './oidc/oidc-ports.ts';
import type { GroupUpdate } from '../../contract/groups/groups.ts';

/** A stored group. */
export interface GroupRow {
  id: number;
  name: string;
  description: string;
  mode: string;
  customer_id: number;
  parent_id: number | null;
}

/** A group and its parent. */
export interface ChildRow {
  id: number;
  parentId: number;
}

/** How a record is written as JSON: the values of columns between texts, of which there's one more. */
export interface RecordTemplate {
  texts: readonly string[];
  /** `parent_id` is written as the parent's path. */
  columns: readonly (keyof GroupRow)[];
}

/** A page whose records the database has written, separated by commas. */
export type WrittenPage = Omit<Page<unknown>, 'data'> & { records: string };

export interface GroupStore {
  find(id: number): Promise<GroupRow | undefined>;
  findMany(ids: readonly number[]): Promise<GroupRow[]>;
  list(scope: Scope, start: number, limit: number, template: RecordTemplate): Promise<WrittenPage>;
  listChildren(
    parentId: number,
    scope: Scope,
    start: number,
    limit: number,
    template: RecordTemplate,
  ): Promise<WrittenPage>;
  /** Ids from the group itself up to the root; empty if the group doesn't exist. */
  ancestors(id: number): Promise<number[]>;
  /** As `ancestors`, for several groups; without groups that don't exist. */
  paths(ids: readonly number[]): Promise<Map<number, number[]>>;
  /** Groups and their ancestors, by id. */
  withAncestors(ids: readonly number[]): Promise<GroupRow[]>;
  /** Locks the path to the root against deletion until the transaction ends; false if one is in progress. */
  lockPath(id: number): Promise<boolean>;
  insert(values: { name: string; description: string; parentId: number }): Promise<GroupRow>;
  /** Updates the given fields. @returns the group before and after; undefined if it doesn't exist */
  update(id: number, values: GroupUpdate): Promise<{ before: GroupRow; after: GroupRow } | undefined>;
  hasChildren(id: number): Promise<boolean>;
  /** Locks the root of a subtree so that nothing can be added to it. */
  lockRoot(id: number): Promise<{ deleting: boolean } | undefined>;
  /** Marks a subtree as being deleted: nothing can be added to it. */
  markDeleting(id: number, deleting: boolean): Promise<void>;
  /** Unmarks groups that no job is deleting anymore. */
  unmarkAbandoned(kind: string): Promise<void>;
  /** Direct subgroups of any of these, after `after`, ordered by parent id. */
  childrenOf(parentIds: readonly number[], after: ChildRow | undefined, limit: number): Promise<ChildRow[]>;
  /**
   * What prevents deleting these groups: names of groups with users, and roles that one of them administers, by name if
   * that group is in the scope and as null otherwise.
   */
  deletionBlockers(
    ids: readonly number[],
    rolesOf: Scope,
  ): Promise<{ groupsWithUsers: string[]; roles: (string | null)[] }>;
  /** @returns how many of them existed */
  delete(ids: readonly number[]): Promise<number>;
  /** How many groups a subtree has, with its root. */
  subtreeSize(id: number): Promise<number>;
}

/** A group to create with a reserved id. */
export interface NewGroup {
  id: number;
  name: string;
  description: string;
  parentId: number;
}

/** A group to delete, and the roles that apply to it. */
export type DeletedGroup = NewGroup & { roleIds: number[] };

/** Bulk operations on groups. */
export interface GroupBatchStore {
  /** The existing groups with these parents and names. */
  named(
    places: readonly { parentId: number; name: string }[],
  ): Promise<{ id: number; parentId: number; name: string }[]>;
  /** The existing groups within a scope. */
  within(ids: readonly number[], scope: Scope): Promise<number[]>;
  /** As `lockPath`, for several distinct groups; false if one is missing or being deleted. */
  lockPaths(ids: readonly number[]): Promise<boolean>;
  reserveIds(count: number): Promise<number[]>;
  /** Call this before very many inserts, in their transaction: otherwise they take quadratic time. */
  expectInserts(): Promise<void>;
  insert(groups: readonly NewGroup[]): Promise<void>;
  /** In this order. */
  toKeep(ids: readonly number[]): Promise<DeletedGroup[]>;
}

export interface UserRow {
  id: number;
  login: string;
  group_id: number;
  password_hash: string | null;
  /** Null unless they can't sign in. */
  suspended_at: Date | null;
}

/** A user as listed. */
export interface UserDetailRow {
  id: number;
  login: string;
  display_name: string;
  group_id: number;
  role_ids: number[];
  has_password: boolean;
  suspended_at: Date | null;
  created_at: Date;
  last_sign_in_at: Date | null;
  last_sign_in_via: string | null;
}

/** Filters a list of users. */
export interface UserFilter {
  scope: Scope;
  groupId?: number | undefined;
  search?: string | undefined;
  login?: string | undefined;
  /** How many days ago the last sign-in was at least; for users who never signed in, their creation. */
  idleDays?: number | undefined;
  neverSignedIn?: boolean;
  roleId?: number | undefined;
}

/** A user's columns, without roles. */
type UserColumns = Omit<UserRow, 'id' | 'suspended_at'> & Pick<UserDetailRow, 'display_name'>;

export interface UserStore {
  /** Whether there are any users. */
  exist(): Promise<boolean>;
  list(filter: UserFilter, start: number, limit: number): Promise<Page<UserDetailRow>>;
  findDetail(id: number): Promise<UserDetailRow | undefined>;
  insert(values: UserColumns): Promise<number>;
  /** Ignores undefined values. */
  update(id: number, values: { [Name in keyof UserColumns]?: UserColumns[Name] | undefined }): Promise<void>;
  /** Suspends a user, or resumes them. @param by undefined to resume */
  suspend(id: number, suspended: boolean): Promise<void>;
  setRoles(id: number, roleIds: readonly number[]): Promise<void>;
  delete(id: number): Promise<void>;
  find(id: number): Promise<UserRow | undefined>;
  findByLogin(login: string): Promise<UserRow | undefined>;
  /** The users whose logins are easily mistaken for this one, including the one with exactly this login. */
  lookAlikes(login: string): Promise<UserRow[]>;
  /** The existing users whose group is in a scope. */
  within(ids: readonly number[], scope: Scope): Promise<number[]>;
  /** @returns false if the user doesn't exist or is suspended, which this keeps from changing until the transaction ends */
  recordSignIn(id: number, at: Date, via: string): Promise<boolean>;
  /** Replaces the hash of a password that stays the same. @returns false if the password has changed since it was read */
  renewPassword(id: number, from: string, to: string): Promise<boolean>;
}

/** A background job with its status. */
export interface JobRow {
  id: number;
  user_id: number;
  login: string;
  message: string;
  finished: boolean;
  failed: boolean;
}

/** A job claimed by an instance, with its payload. */
export interface ClaimedJob extends JobRow {
  kind: string;
  payload: unknown;
  /** The amount of work when it first started. */
  total: number | null;
  /** How often it has been claimed since it last made progress. */
  attempts: number;
}

/** An unfinished job that deletes a subtree. */
export type UnfinishedDeletion = Pick<JobRow, 'id' | 'user_id' | 'login'> & {
  payload: { rootId: number };
  /** How many groups the subtree had; null unless some are deleted. */
  total: number | null;
};

/** A user's jobs, or the one that an instance has claimed. */
export type JobsOf = { userId: number } | { id: number; owner: string };

/** Methods with an `owner` write only while that instance holds the claim. */
export interface JobStore {
  /** Adds a job, unless the user already has `most` unfinished ones, even with concurrent calls. */
  enqueue(
    userId: number,
    kind: string,
    payload: object,
    message: string,
    most: number,
  ): Promise<JobRow | undefined>;
  /** Adds or replaces a part of a job's payload; deleted once the job has finished. */
  addPart(id: number, position: number, payload: object): Promise<void>;
  /** Undefined after the last one. */
  part(id: number, position: number): Promise<unknown>;
  find(id: number): Promise<JobRow | undefined>;
  /** The roots of unfinished deletions of that kind with a lower ID. */
  earlierDeletions(kind: string, id: number): Promise<number[]>;
  delete(id: number): Promise<void>;
  /** Claims the oldest queued or abandoned job for one instance until `until`. @param except ids of jobs */
  claim(owner: string, at: Date, until: Date, except?: readonly number[]): Promise<ClaimedJob | undefined>;
  /**
   * Extends the claim, and keeps others from claiming the job until the transaction ends.
   * @returns false if the owner has lost the claim
   */
  extendLease(id: number, owner: string, until: Date): Promise<boolean>;
  setMessage(id: number, owner: string, message: string): Promise<void>;
  /** As `setMessage`, for work that stays done even if the job restarts: resets its attempts. */
  recordProgress(id: number, owner: string, message: string, total: number): Promise<void>;
  finish(id: number, owner: string, message: string, failed: boolean, at: Date): Promise<void>;
  /**
   * A user's unfinished deletions of that kind, or the owner's one. Their claims can't be extended until the transaction ends.
   */
  lockDeletions(kind: string, of: JobsOf): Promise<UnfinishedDeletion[]>;
  /** Releases a job, to be claimed again from `from` on. */
  release(id: number, owner: string, from: Date | null, isAttempt: boolean): Promise<void>;
  /** Releases all claims, if no other instance can exist. */
  releaseAll(): Promise<void>;
  sweep(finishedBefore: Date): Promise<void>;
}

/** The stores, on one connection or in one transaction. */
export interface Stores {
  groups: GroupStore;
  groupBatches: GroupBatchStore;
  users: UserStore;
  roles: RoleStore;
  credentials: CredentialStore;
  sessions: SessionStore;
  apiKeys: ApiKeyStore;
  identities: IdentityStore;
  signInFailures: SignInFailureStore;
  jobs: JobStore;
  oidcOps: OidcOpStore;
  oidcRequests: OidcRequestStore;
  signInTests: SignInTestStore;
  watches: WatchStore;
  changes: ChangeStore;
  signInEvents: SignInEventStore;
  activity: ActivityStore;
  alerts: AlertStore;
}

/** Releases the database slot during work that doesn't need it, such as waiting for another host. */
export type WithoutSlot = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The stores, and transactions over them. */
export interface UnitOfWork {
  stores: Stores;
  /** Runs `work` in a transaction. Retries it after a deadlock or a serialization failure. */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}
