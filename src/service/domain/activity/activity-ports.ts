import type { Change, ChangeAction, ChangedField, ChangeQuery } from '../../../contract/activity/changes.ts';
import type {
  RejectionCode,
  SignInEvent,
  SignInEventQuery,
} from '../../../contract/activity/sign-in-events.ts';
import type { SignInStep } from '../../../contract/oidc/sign-in-tests.ts';
import type { Scope } from '../scope.ts';

export interface Author {
  /** Null for the service itself. */
  userId: number | null;
  login: string | null;
  /** As in the API: `session`, `api key <name>`, `configuration <file>`, `job <path>`, `first start` or `start`. */
  via: string;
  requestId?: string | undefined;
}

export interface NewChange {
  action: ChangeAction;
  /** Path of the record. */
  resource: string;
  name: string;
  fields: readonly ChangedField[];
  /** The group that decides who can read the entry. */
  groupId: number;
  /** The ids from that group up to the root, if it may no longer exist. */
  path?: readonly number[] | undefined;
  /** How many records; 1 by default. */
  count?: number;
  /** Deleted groups, as of `keepGroups`. */
  deleted?: Buffer | undefined;
}

/** A stored change: as in the API, but for what refers to other records. */
export interface ChangeRow extends Omit<Change, 'change_resource' | 'at' | 'user'> {
  id: number;
  at: Date | string;
  user_id: number | null;
}

export interface SignInOrigin {
  address: string;
  userAgent: string;
  requestId: string;
}

export interface NewSignInEvent extends SignInOrigin {
  method: SignInEvent['method'];
  /** Stored only if it's a user's. */
  login?: string | undefined;
  oidcOp?: { id: number; name: string } | undefined;
  /** Undefined if the user was signed in. */
  rejection?: { code: RejectionCode; reference: string; steps: readonly SignInStep[] } | undefined;
}

export interface SignInEventRow extends Omit<
  SignInEvent,
  'sign_in_event_resource' | 'at' | 'outcome' | 'user' | 'oidc_op_resource'
> {
  id: number;
  at: Date | string;
  user_id: number | null;
  oidc_op_id: number | null;
  /** Only of a single event. */
  steps?: SignInStep[] | null;
}

/** An entry of either log, once it's committed. */
export type ActivityEntry = { change: ChangeRow } | { signIn: SignInEventRow };

/** Which part of a log to read. */
export type LogQuery = Pick<SignInEventQuery, 'after' | 'through' | 'since' | 'until' | 'start' | 'limit'>;

/** A page of a log. `next` is the number of the last entry that it covers. */
export interface LogPage<Row> {
  rows: number;
  data: Row[];
  start: number;
  next: number;
}

/** What a user can see of the sign-ins: their own, those of other users, and those that concern a provider or no user. */
export interface SignInView {
  userId: number;
  access: Scope;
  oidc: boolean;
}

/** What a user can see of the changes: those to groups, to users and roles, to configurations, and to their own API keys. */
export interface ChangeView extends SignInView {
  groups: Scope;
}

/** `login` is the author's. */
export type ChangeFilter = Pick<ChangeQuery, 'login' | 'resource' | 'action'> & {
  userId?: number | undefined;
};

export type SignInEventFilter = Pick<SignInEventQuery, 'login' | 'outcome' | 'code' | 'reference'> & {
  userId?: number | undefined;
  oidcOpId?: number | undefined;
};

/** When periods start, in order, and when the last one ends. */
export interface CountedPeriods {
  starts: readonly Date[];
  until?: Date | undefined;
}

/** Sign-ins of one period with the same method, provider and result. */
export interface SignInCountRow extends Pick<SignInEventRow, 'id' | 'at' | 'method' | 'oidc_op_id' | 'code'> {
  /** The number of the period, from 1. */
  period: number;
  count: number;
}

export interface ChangeStore {
  /** Whether changes are recorded. */
  isOn: boolean;
  /** Records a change; in the transaction that makes it, as late as possible: others wait until that ends. */
  record(author: Author, change: NewChange): Promise<void>;
  list(view: ChangeView, filter: ChangeFilter, query: LogQuery): Promise<LogPage<ChangeRow>>;
  find(view: ChangeView, id: number): Promise<ChangeRow | undefined>;
  /** A deletion of groups that kept them, and its run's: within an hour, those of requests of that user with the same ID; newest first. */
  deletions(view: ChangeView, id: number): Promise<number[]>;
  /** The groups that a deletion has kept, as of `keepGroups`. */
  deletedGroups(id: number): Promise<Buffer | undefined>;
}

export interface ActivityStore {
  /** Updates who can read the entries about a user, after the user was moved to a group. */
  moveUser(userId: number, groupId: number): Promise<void>;
  /** The ids from the group of a user's entries up to the root; undefined unless there are entries, all in a scope. */
  pathOf(userId: number, scope: Scope): Promise<number[] | undefined>;
  /** A user's current and earlier logins. */
  loginsOf(userId: number): Promise<string[]>;
  /** The logins of provider sign-ins that were rejected because there's no such user, as in their steps. */
  unknownLogins(): Promise<string[]>;
  /** Replaces a user's logins and addresses in all entries with a pseudonym. @param unknown logins as in `unknownLogins` */
  forget(userId: number, pseudonym: string, unknown: readonly string[]): Promise<void>;
  /** Removes at most `most` of a log's oldest entries, if they're from before a time. @returns how many */
  prune(
    log: 'changes' | 'sign_in_events',
    limits: { before: Date; now: Date; most: number },
  ): Promise<number>;
  /** Drops the oldest deleted groups where all that are kept are larger, compressed. */
  limitKept(bytes: number): Promise<void>;
}

export interface SignInEventStore {
  record(event: NewSignInEvent): Promise<void>;
  list(view: SignInView, filter: SignInEventFilter, query: LogQuery): Promise<LogPage<SignInEventRow>>;
  find(view: SignInView, id: number): Promise<SignInEventRow | undefined>;
  /** Counts the most recent sign-ins, at most `most`. `id` and `at` are those of the most recent one. */
  count(
    view: SignInView,
    filter: SignInEventFilter,
    periods: CountedPeriods,
    most: number,
  ): Promise<SignInCountRow[]>;
}
