import type { AlertType } from '../../../contract/activity/alerts.ts';
import type { OidcLoginError } from '../../../contract/oidc/sign-in-causes.ts';
import type { Page } from '../../../contract/paging.ts';
import type { SignInView } from '../activity/activity-ports.ts';

/** What an alert is about: paths, names of records and counts, but no secret, claim or address. */
export interface AlertData {
  resource?: string;
  user?: string;
  name?: string;
  /** How many there were; left out for one. */
  count?: number;
  [more: string]: unknown;
}

export interface RaisedAlert {
  id: string;
  type: AlertType;
  at: Date;
  data: AlertData;
}

/** An alert to deliver, and how often that was tried. */
export type AlertRow = RaisedAlert & { attempts: number };

/** An alert and its delivery. */
export interface ListedAlertRow extends AlertRow {
  /** The user's login. */
  login: string | null;
  next_at: Date | null;
  delivered_at: Date | null;
}

/** A provider through which most sign-ins are rejected. */
export interface RejectingProvider {
  id: number;
  name: string;
  rejected: number;
  total: number;
  /** The most frequent code of a rejection. */
  cause: OidcLoginError;
}

/** The outbox of alerts, and what they're found out from. */
export interface AlertStore {
  /** Serializes finding out about alerts until the transaction ends. */
  lock(): Promise<void>;
  /** Adds an alert, or counts it in the one about the same user or else record that waits. At most one an hour is due. */
  raise(type: AlertType, at: Date, data: AlertData): Promise<void>;
  /**
   * Providers with more than `most` rejected sign-ins since a time, which are more than half of all, unless there's an alert
   * about them since `quietSince`.
   */
  rejecting(since: Date, most: number, quietSince: Date): Promise<RejectingProvider[]>;
  /** The id of the only user with a password and this privilege on the group itself; null if there are others, or none. */
  onlyHolder(groupId: number, feature: string, privilege: string): Promise<number | null>;
  /** Remembers a value. @returns the one before; undefined if there was none */
  swapFact(name: string, value: string): Promise<string | undefined>;
  /** The alert that's due next, kept from others until the transaction ends. */
  takeDue(at: Date): Promise<AlertRow | undefined>;
  /** Counts an attempt. @param next when to try again; null for never */
  attempted(id: string, next: Date | null): Promise<void>;
  /** It's due again at that time. */
  postponed(id: string, next: Date): Promise<void>;
  /** It was received. */
  delivered(id: string, at: Date): Promise<void>;
  /** The alerts about providers and users that someone can see, newest first. */
  list(view: SignInView, start: number, limit: number): Promise<Page<ListedAlertRow>>;
  sweep(before: Date): Promise<void>;
}
