import type { Page } from '../../contract/paging.ts';
import type { OidcOpStore, OidcRequestStore } from './oidc/oidc-ports.ts';

/** A group as it is stored. */
export interface GroupRow {
  id: number;
  name: string;
  description: string;
  mode: string;
  customer_id: number;
  parent_id: number | null;
}

/** A group and the one that it is directly below. */
export interface ChildRow {
  id: number;
  parentId: number;
}

/** Which groups a user may see: all, or some subtrees and single groups. */
export type Scope = 'all' | { roots: readonly number[]; single: readonly number[] };

/** What can be changed of a group; undefined values are kept as they are. */
export interface GroupChanges {
  name?: string | undefined;
  description?: string | undefined;
}

export interface GroupStore {
  find(id: number): Promise<GroupRow | undefined>;
  findMany(ids: readonly number[]): Promise<GroupRow[]>;
  list(scope: Scope, start: number, limit: number): Promise<Page<GroupRow>>;
  listChildren(parentId: number, scope: Scope, start: number, limit: number): Promise<Page<GroupRow>>;
  /** Ids from the group itself up to the root; empty where there is no such group. */
  ancestors(id: number): Promise<number[]>;
  /** What `ancestors` tells, of several groups at once; groups that do not exist are not in it. */
  paths(ids: readonly number[]): Promise<Map<number, number[]>>;
  /** Groups and everything above them, by id. */
  lineage(ids: readonly number[]): Promise<GroupRow[]>;
  /** Holds the path to the root against a deletion until the transaction ends; false where one is under way. */
  lockPath(id: number): Promise<boolean>;
  insert(values: { name: string; description: string; parentId: number }): Promise<GroupRow>;
  /** Changes what is given. @returns whether there is such a group */
  update(id: number, values: GroupChanges): Promise<boolean>;
  hasChildren(id: number): Promise<boolean>;
  /** Locks the root of a subtree so that nothing is added below it meanwhile. */
  lockRoot(id: number): Promise<boolean>;
  /** While a subtree is marked, nothing can be added to it. */
  markDeleting(id: number, deleting: boolean): Promise<void>;
  /** Takes the mark from groups that no job deletes any more. */
  unmarkAbandoned(kind: string): Promise<void>;
  /** Groups directly below any of these, those that follow `after`, in the order of their parents' ids. */
  childrenOf(parentIds: readonly number[], after: ChildRow | undefined, limit: number): Promise<ChildRow[]>;
  /**
   * What forbids deleting these groups: names of those with users, and roles that one of them administers, by name where
   * that group is in the scope and as null where it is not.
   */
  deletionBlockers(
    ids: readonly number[],
    rolesOf: Scope,
  ): Promise<{ groupsWithUsers: string[]; roles: (string | null)[] }>;
  delete(ids: readonly number[]): Promise<void>;
}

/** A group to be created under an id that was reserved for it. */
export interface NewGroup {
  id: number;
  name: string;
  description: string;
  parentId: number;
}

/** Work on very many groups at once. */
export interface GroupBatchStore {
  /** Those of the places at which there is a group. */
  named(
    places: readonly { parentId: number; name: string }[],
  ): Promise<{ id: number; parentId: number; name: string }[]>;
  /** Those of the groups that exist within a scope. */
  within(ids: readonly number[], scope: Scope): Promise<number[]>;
  /** As `lockPath`, for all of them, each given once; false where one is missing or being deleted. */
  lockPaths(ids: readonly number[]): Promise<boolean>;
  reserveIds(count: number): Promise<number[]>;
  /** To be called before very many inserts, in their transaction: they cost the square of their number otherwise. */
  expectInserts(): Promise<void>;
  insert(groups: readonly NewGroup[]): Promise<void>;
}

export interface UserRow {
  id: number;
  login: string;
  group_id: number;
  password_hash: string | null;
}

/** A user as others see them. */
export interface UserDetailRow {
  id: number;
  login: string;
  display_name: string;
  group_id: number;
  role_ids: number[];
  has_password: boolean;
  created_at: Date;
  last_sign_in_at: Date | null;
  last_sign_in_via: string | null;
}

/** Which users a list is about. */
export interface UserFilter {
  scope: Scope;
  groupId?: number | undefined;
  search?: string | undefined;
  login?: string | undefined;
}

/** What can be set of a user, beside their roles. */
export interface UserColumns {
  login: string;
  display_name: string;
  group_id: number;
  password_hash: string | null;
}

export interface UserStore {
  list(filter: UserFilter, start: number, limit: number): Promise<Page<UserDetailRow>>;
  findDetail(id: number): Promise<UserDetailRow | undefined>;
  insert(values: UserColumns): Promise<number>;
  update(id: number, values: Partial<UserColumns>): Promise<void>;
  setRoles(id: number, roleIds: readonly number[]): Promise<void>;
  delete(id: number): Promise<void>;
  find(id: number): Promise<UserRow | undefined>;
  findByLogin(login: string): Promise<UserRow | undefined>;
  recordSignIn(id: number, at: Date, via: string): Promise<void>;
}

/** A role with what hangs on it. */
export interface RoleRow {
  id: number;
  name: string;
  description: string;
  admin_group_id: number;
  features: { name: string; privilege: string }[];
  groupIds: number[];
}

/** Which roles a list is about: those administered by groups of the scope. */
export interface RoleFilter {
  scope: Scope;
  groupId?: number | undefined;
  /** Those that this user has. */
  userId?: number | undefined;
  search?: string | undefined;
}

/** What can be set of a role, beside its features and groups. */
export interface RoleColumns {
  name: string;
  description: string;
  admin_group_id: number;
}

export interface RoleStore {
  ofUser(userId: number): Promise<RoleRow[]>;
  list(filter: RoleFilter, start: number, limit: number): Promise<Page<RoleRow>>;
  findMany(ids: readonly number[]): Promise<RoleRow[]>;
  /** Logins that hold each role, by role id, in alphabetical order; those of users in the scope, and of one more. */
  holders(roleIds: readonly number[], scope: Scope, userId: number): Promise<Map<number, string[]>>;
  /** Whether a role that this group administers has the name. */
  isTaken(adminGroupId: number, name: string): Promise<boolean>;
  insert(values: RoleColumns): Promise<number>;
  update(id: number, values: Partial<RoleColumns>): Promise<void>;
  setFeatures(id: number, features: RoleRow['features']): Promise<void>;
  setGroups(id: number, groupIds: readonly number[]): Promise<void>;
  delete(id: number): Promise<void>;
  /** Who holds a feature with exactly this privilege on the group itself: anybody, and anybody with a password. */
  holdersOn(
    groupId: number,
    feature: string,
    privilege: string,
  ): Promise<{ any: boolean; withPassword: boolean }>;
  /** Makes changes of who may do what wait for each other until the transaction ends. */
  lockGrants(): Promise<void>;
}

export interface SessionRow {
  id_hash: string;
  user_id: number;
  created_at: Date;
  last_used_at: Date;
  /** The OIDC configuration that it came through; null for one by password. */
  oidc_op_id: number | null;
}

export interface SessionStore {
  find(idHash: string): Promise<SessionRow | undefined>;
  insert(row: SessionRow): Promise<void>;
  touch(idHash: string, at: Date): Promise<void>;
  delete(idHash: string): Promise<void>;
  deleteOfUser(userId: number): Promise<void>;
  sweep(usedBefore: Date, createdBefore: Date): Promise<void>;
}

export interface ApiKeyRow {
  id: number;
  user_id: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface ApiKeyStore {
  findByHash(hash: string): Promise<ApiKeyRow | undefined>;
  list(userId: number, start: number, limit: number): Promise<Page<ApiKeyRow>>;
  insert(userId: number, name: string, hash: string): Promise<ApiKeyRow>;
  touch(id: number, at: Date): Promise<void>;
  delete(userId: number, id: number): Promise<boolean>;
}

export interface SignInFailureStore {
  /**
   * Counts an attempt, in one step with the look at whether it may be made; forgets one for every minute that has
   * passed.
   * @returns until when the subject is blocked; undefined where the attempt may be made
   */
  attempt(subject: string, at: Date, rules: { free: number; longest: number }): Promise<Date | undefined>;
  /** Takes back one attempt, which was no failure, and no other. */
  undo(subject: string): Promise<void>;
  clear(subject: string): Promise<void>;
  sweep(before: Date): Promise<void>;
}

/** A background job as its status tells it. */
export interface JobRow {
  id: number;
  user_id: number;
  login: string;
  message: string;
  finished: boolean;
  failed: boolean;
}

/** A job that an instance has taken, with what it needs to do it. */
export interface ClaimedJob extends JobRow {
  kind: string;
  payload: unknown;
  /** How much there was to do when it first began. */
  total: number | null;
  /** How often it has been taken since it last got on. */
  attempts: number;
}

/** What is written by an instance is written only while the job is its own. */
export interface JobStore {
  insert(userId: number, kind: string, payload: object, message: string): Promise<JobRow>;
  /** As `insert`, unless the user has `most` unfinished jobs already, also with many of these calls at once. */
  enqueue(
    userId: number,
    kind: string,
    payload: object,
    message: string,
    most: number,
  ): Promise<JobRow | undefined>;
  /** Adds to what a job has to do, beside its payload; gone once it has finished. */
  addPart(id: number, position: number, payload: object): Promise<void>;
  /** Undefined behind the last one. */
  part(id: number, position: number): Promise<unknown>;
  find(id: number): Promise<JobRow | undefined>;
  delete(id: number): Promise<void>;
  /** Takes the oldest waiting or abandoned job until `until`, for one instance alone. */
  claim(owner: string, now: Date, until: Date): Promise<ClaimedJob | undefined>;
  /**
   * Prolongs the claim, and keeps others from taking the job until the transaction ends.
   * @returns false where the job is no longer the owner's
   */
  extendLease(id: number, owner: string, until: Date): Promise<boolean>;
  setMessage(id: number, owner: string, message: string): Promise<void>;
  /** As `tell`, of what stays done even if the job is begun again: its attempts are counted anew. */
  recordProgress(id: number, owner: string, message: string, total: number): Promise<void>;
  finish(id: number, owner: string, message: string, failed: boolean, at: Date): Promise<void>;
  /** Gives a job back, to be taken from `from` on; undone where it was not even begun. */
  release(id: number, owner: string, from: Date | null): Promise<void>;
  /** Gives back the jobs of an instance that no longer is, where there can be no other. */
  releaseAll(): Promise<void>;
  sweep(finishedBefore: Date): Promise<void>;
}

/** Everything that the domain asks of the store, on one connection or in one transaction. */
export interface Stores {
  groups: GroupStore;
  groupBatches: GroupBatchStore;
  users: UserStore;
  roles: RoleStore;
  sessions: SessionStore;
  apiKeys: ApiKeyStore;
  signInFailures: SignInFailureStore;
  jobs: JobStore;
  oidcOps: OidcOpStore;
  oidcRequests: OidcRequestStore;
}

/** Does what needs no database, such as waiting for another host, without holding up whoever needs it. */
export type WithoutSlot = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The store, and a way to do several things or none. */
export interface UnitOfWork {
  stores: Stores;
  /** Does all of `work` or nothing. Calls it again where the database gave it up for another's sake. */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
}
