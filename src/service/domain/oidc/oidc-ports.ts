import type { UsernameResult } from '../../../contract/oidc/username-evaluation.mjs';
import type { PublishedMetadata } from '../../../contract/oidc/metadata.ts';
import type { OidcOp } from '../../../contract/oidc/oidc-ops.ts';
import type { Page } from '../../../contract/paging.ts';
import type { WatchState } from '../../../contract/oidc/watch.ts';
import type { Evidence } from './watch-state.ts';

/** A stored OIDC provider configuration. */
export interface OidcOpRow extends Record<TextColumn, string> {
  id: number;
  /** Sealed. */
  client_secret: string;
  /** Whether the metadata announces `iss` in authorization responses (RFC 9207 section 3). */
  announces_iss: boolean;
  /** False while its button is suspended: no one can sign in through it. */
  login_enabled: boolean;
  created_at: Date;
  updated_at: Date;
}

/** A new configuration has a button. */
export type NewOidcOp = Omit<OidcOpRow, 'login_enabled'>;

type TextColumn = Exclude<keyof OidcOp, 'id' | 'created_at' | 'updated_at' | 'resource'>;

/** Values to change. */
export type OidcOpChanges = { [Field in keyof OidcOpRow]?: OidcOpRow[Field] | undefined };

export interface OidcOpStore {
  find(id: number): Promise<OidcOpRow | undefined>;
  list(start: number, limit: number, which?: { login_enabled: boolean }): Promise<Page<OidcOpRow>>;
  /** Doesn't count as an update. */
  enableLogin(id: number, enabled: boolean): Promise<void>;
  /** Reserves the id of a new configuration, so that its secret can be sealed for it. */
  reserveId(): Promise<number>;
  insert(row: NewOidcOp): Promise<void>;
  /** As `find`, and keeps others from changing it until the transaction ends. */
  lock(id: number): Promise<OidcOpRow | undefined>;
  /** As `lock`, but others can do the same. */
  hold(id: number): Promise<OidcOpRow | undefined>;
  /** Ignores undefined values. `updated_at` always increases, by at least a millisecond. */
  update(id: number, values: OidcOpChanges): Promise<OidcOpRow | undefined>;
  /** Stores the same secret in another form, unless it was replaced. Doesn't count as an update. */
  replaceSecret(id: number, from: string, to: string): Promise<void>;
  delete(id: number): Promise<OidcOpRow | undefined>;
}

/** An unfinished provider sign-in. */
export interface OidcRequestRow {
  state_hash: string;
  oidc_op_id: number;
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  created_at: Date;
}

/** Which sign-in or test a response belongs to, if only its state is known, or only its browser. */
export type ResponseTo = { state_hash: string } | { browser_hash: string };

export interface OidcRequestStore {
  insert(row: OidcRequestRow): Promise<void>;
  /** Removes and returns a browser's request, so that it's used at most once. */
  take(stateHash: string, browserHash: string): Promise<OidcRequestRow | undefined>;
  find(by: ResponseTo): Promise<OidcRequestRow | undefined>;
  sweep(createdBefore: Date): Promise<void>;
}

/** A sign-in test. */
export interface SignInTestRow {
  id_hash: string;
  /** Who may read it. */
  user_id: number;
  state_hash: string;
  /** Null if an API key started it: then any browser may finish it, because the key's owner shares the URL. */
  browser_hash: string | null;
  /** The report, and until it's finished the tested configuration with its secret. */
  sealed: string;
  /** When the provider sent the browser back. */
  returned_at: Date | null;
  created_at: Date;
}

/** The outcome of a saved configuration's last sign-in test. */
export interface LastSignInTestRow {
  oidc_op_id: number;
  /** Which test it is. */
  id_hash: string;
  outcome: 'passed' | 'failed' | 'unfinished';
  failed_step: string;
  started_at: Date;
}

export interface SignInTestStore {
  /** Adds a test and removes the user's oldest ones beyond `most`. */
  insert(row: SignInTestRow, most: number): Promise<void>;
  find(idHash: string, userId: number): Promise<SignInTestRow | undefined>;
  /** A user's tests that started since, the last one first. */
  listOf(userId: number, since: Date): Promise<SignInTestRow[]>;
  /** Marks a test as returned and returns it, once only: a code can't be reused. */
  take(stateHash: string, browserHash: string | null, at: Date): Promise<SignInTestRow | undefined>;
  /** As `take`, for a response that lacks the cookie or the state. */
  takeBy(by: ResponseTo, at: Date): Promise<SignInTestRow | undefined>;
  /** Whether a user's test has returned. */
  hasReturned(stateHash: string, userId: number): Promise<boolean>;
  finish(idHash: string, sealed: string): Promise<void>;
  sweep(createdBefore: Date): Promise<void>;
  /** Replaces a configuration's last test, unless the configuration was deleted. */
  recordStart(row: LastSignInTestRow): Promise<void>;
  /** Records the outcome of a test that is still its configuration's last one. */
  recordOutcome(idHash: string, outcome: LastSignInTestRow['outcome'], failedStep: string): Promise<void>;
  listLast(): Promise<LastSignInTestRow[]>;
}

/** What's known about a provider, and what its watch does. */
export interface WatchRow extends Evidence {
  oidc_op_id: number;
  state: WatchState;
  since: Date;
  /** Whether the last alert was that it's broken. */
  is_announced: boolean;
  /** Identifies the configuration that the evidence is about. */
  configuration: string;
  client_secret_ends_on: string | null;
  /** Which end of the secret was announced, and how many days before. */
  announced: string;
  probe_secret: boolean;
  /** When to look again; null for as soon as possible. */
  due_at: Date | null;
  /** Until when an instance looks at it. */
  taken_until: Date | null;
  /** When someone last had it looked at. */
  asked_at: Date | null;
}

export interface WatchStore {
  /** In the order of the configurations, and whether each has a button. */
  list(): Promise<(WatchRow & { login_enabled: boolean })[]>;
  find(id: number): Promise<WatchRow | undefined>;
  /** As `find`, and keeps others from changing it until the transaction ends. */
  lock(id: number): Promise<WatchRow | undefined>;
  save(row: WatchRow): Promise<void>;
  /**
   * Takes a provider that's due, or a certain one, unless `most` are being looked at by any instance.
   * @param hour in milliseconds, by which looks are planned
   */
  take(at: Date, hour: number, id?: number): Promise<number | undefined>;
  /** Gives up a provider that was taken. @param due when to look again; unchanged by default */
  release(id: number, due?: Date): Promise<void>;
}

/** Fetches provider metadata. @throws MetadataFailure */
export type MetadataSource = (url: string) => Promise<PublishedMetadata>;

/** Metadata couldn't be fetched: one sentence, without the content of the response. */
export class MetadataFailure extends Error {
  override readonly name = 'MetadataFailure';
  /** @param repair how to fix it, as a sentence, where that's known */
  constructor(
    message: string,
    readonly repair: string | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Evaluates expressions with limited time and memory. */
export interface ExpressionSandbox {
  /**
   * @returns the expression's result, or that it exceeded a limit
   * @throws Error if it can't be evaluated now
   */
  apply(expression: string, claims: Readonly<Record<string, unknown>>): Promise<UsernameResult>;
}

/** As whom a provider knows a user, from the first sign-in on. */
export interface IdentityRow {
  id: number;
  oidc_op_id: number;
  user_id: number;
  issuer: string;
  /** SHA-256 of `sub`, hex. */
  subject_hash: string;
  first_used_at: Date;
  last_used_at: Date;
}

export interface IdentityStore {
  /** A user's, with the names of their providers. */
  list(userId: number, start: number, limit: number): Promise<Page<IdentityRow & { oidc_op_name: string }>>;
  find(userId: number, oidcOpId: number): Promise<IdentityRow | undefined>;
  /** Remembers a sign-in. @returns false if the provider knows the user as someone else */
  use(row: Omit<IdentityRow, 'id' | 'first_used_at'>): Promise<boolean>;
  /** @returns the name of its provider; undefined if there's no such identity */
  delete(userId: number, id: number): Promise<string | undefined>;
  deleteOfOidcOp(id: number): Promise<void>;
  /** How many each configuration has that has any. */
  countByOidcOp(): Promise<{ id: number; identities: number }[]>;
}
