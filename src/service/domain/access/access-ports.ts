import type { Page } from '../../../contract/paging.ts';
import type { RoleTexts } from '../../../contract/access/roles.ts';
import type { Scope } from '../scope.ts';

export interface SessionRow {
  id_hash: string;
  /** Identifies the session in paths; random. */
  sid: string;
  user_id: number;
  created_at: Date;
  last_used_at: Date;
  /** The provider used to sign in; null for a password. */
  oidc_op_id: number | null;
  address: string;
  user_agent: string;
  /** Of the provider sign-in that opened it, and where that led to; null for a password. */
  state_hash: string | null;
  return_to: string | null;
}

export type ListedSessionRow = SessionRow & { oidc_op_name: string | null };

export interface LiveSessions {
  usedSince: Date;
  createdSince: Date;
  createdUntil: Date;
}

/** A session or an API key, with its user. */
export interface Credential {
  userId: number;
  login: string;
  groupId: number;
  roles: readonly RoleRow[];
  /** As `Author.via`. */
  via: string;
  /** Undefined for an API key, which has no session. */
  sessionHash?: string;
  /** The provider used to sign in; null for a password. */
  oidcOpId?: number | null;
  createdAt: Date;
  lastUsed: Date | null;
  /** Of an API key. */
  expiresAt?: Date | null;
  readOnly?: boolean;
}

export interface CredentialStore {
  session(idHash: string): Promise<Credential | undefined>;
  apiKey(hash: string): Promise<Credential | undefined>;
}

export interface SessionStore {
  insert(row: Omit<SessionRow, 'sid'>): Promise<void>;
  /** Where the provider sign-in that opened a session led to; undefined if another one did. */
  returnTo(idHash: string, stateHash: string): Promise<string | undefined>;
  touch(idHash: string, at: Date): Promise<void>;
  delete(idHash: string): Promise<void>;
  /** How many started through each configuration that has any. */
  countByOidcOp(live: LiveSessions): Promise<{ id: number; sessions: number }[]>;
  /** A user's sessions, oldest first. */
  list(userId: number, live: LiveSessions, start: number, limit: number): Promise<Page<ListedSessionRow>>;
  find(userId: number, live: LiveSessions, sid: string): Promise<ListedSessionRow | undefined>;
  /** Ends a user's sessions, except one if given. @returns those that have ended, including expired ones */
  deleteOfUser(
    userId: number,
    exceptHash?: string,
  ): Promise<Pick<SessionRow, 'created_at' | 'last_used_at'>[]>;
  sweep(usedBefore: Date, createdBefore: Date): Promise<void>;
}

export interface ApiKeyRow {
  id: number;
  user_id: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  /** Null if it never ends. */
  expires_at: Date | null;
  /** Whether it can't write. */
  read_only: boolean;
}

export interface ApiKeyStore {
  list(userId: number, start: number, limit: number): Promise<Page<ApiKeyRow>>;
  insert(
    row: Pick<ApiKeyRow, 'user_id' | 'name' | 'expires_at' | 'read_only'>,
    hash: string,
  ): Promise<ApiKeyRow>;
  touch(hash: string, at: Date): Promise<void>;
  /** Notes that an expired key was used. @returns false if one was within an hour */
  refuse(hash: string, at: Date): Promise<boolean>;
  /** As listed, and keeps others from changing it until the transaction ends. */
  lock(userId: number, id: number): Promise<ApiKeyRow | undefined>;
  end(id: number, at: Date): Promise<void>;
  /** Of users in the scope and of `userId`, the first one to end first. */
  ending(
    view: { userId: number; access: Scope },
    within: { usedSince: Date; from: Date; to: Date },
    start: number,
    limit: number,
  ): Promise<Page<ApiKeyRow & { login: string }>>;
  delete(userId: number, id: number): Promise<ApiKeyRow | undefined>;
}

export interface SignInFailureStore {
  /**
   * Atomically checks whether an attempt is allowed and counts it; forgets one attempt for every minute that has
   * passed.
   * @returns until when attempts with the key are blocked; undefined if the attempt is allowed
   */
  attempt(key: string, at: Date, rules: { free: number; longest: number }): Promise<Date | undefined>;
  /** Uncounts one attempt that wasn't a failure. */
  undo(key: string): Promise<void>;
  clear(key: string): Promise<void>;
  sweep(before: Date): Promise<void>;
}

export interface RoleRow extends RoleTexts {
  id: number;
  admin_group_id: number;
  features: { name: string; privilege: string }[];
  groupIds: number[];
}

/** Filters a list of roles: those administered by groups in the scope. */
export interface RoleFilter {
  scope: Scope;
  groupId?: number | undefined;
  /** Only this user's roles. */
  userId?: number | undefined;
  search?: string | undefined;
}

export interface RoleStore {
  ofUser(userId: number): Promise<RoleRow[]>;
  list(filter: RoleFilter, start: number, limit: number): Promise<Page<RoleRow>>;
  findMany(ids: readonly number[]): Promise<RoleRow[]>;
  /** Those that any user has who isn't suspended. */
  assigned(): Promise<RoleRow[]>;
  /** The logins of each role's users in the scope, and of one user, by role id, sorted. @param active without suspended ones */
  holders(ids: readonly number[], scope: Scope, user: number, active?: true): Promise<Map<number, string[]>>;
  /** Whether a role administered by this group has the name. */
  isTaken(adminGroupId: number, name: string): Promise<boolean>;
  insert(values: Partial<RoleTexts> & Pick<RoleRow, 'name' | 'admin_group_id'>): Promise<number>;
  update(id: number, values: RoleTexts): Promise<void>;
  setFeatures(id: number, features: RoleRow['features']): Promise<void>;
  setGroups(id: number, groupIds: readonly number[]): Promise<void>;
  delete(id: number): Promise<void>;
  /** Whether any user who isn't suspended holds exactly this privilege on the group itself, and the ids of two with a password. */
  holdersOn(
    groupId: number,
    feature: string,
    privilege: string,
  ): Promise<{ any: boolean; withPassword: number[] }>;
  /** Serializes access changes until the transaction ends. */
  lockGrants(): Promise<void>;
}
