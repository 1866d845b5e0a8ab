import type { AlertDestination, AlertType } from '../../../contract/activity/alerts.ts';
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
  rejected?: number;
  total?: number;
  reason?: string;
  fields?: string[];
  /** What ends, such as a client secret, and on which day. */
  credential?: string;
  ends_on?: string;
  [more: string]: unknown;
}

export interface RaisedAlert {
  id: string;
  type: AlertType;
  at: Date;
  data: AlertData;
}

/** An alert to deliver, and how often a destination was sent it, with this time. */
export type AlertRow = RaisedAlert & { due_at: Date; attempt: number };

/** What's posted to a destination. */
export interface Message extends Omit<RaisedAlert, 'type'> {
  type: AlertType | 'summary' | 'test';
  /** The host of the service that it's about. */
  service: string;
  text: string;
  attempt: number;
}

/** How an attempt to deliver ended. */
export interface Outcome extends Pick<AlertDestination, 'status' | 'answer'> {
  received: boolean;
  /** How long to wait, in seconds, if the response says. */
  retryAfter?: number | undefined;
}

/** What's known of a destination since it was first used. */
export interface DestinationRow extends Pick<AlertDestination, 'status' | 'answer'> {
  key: string;
  failing_since: Date | null;
  /** How many alerts it takes together. */
  most: number;
}

/** When a destination is due again (after a success, at the latest), also for what it was sent, and for how many alerts. */
export type Next = Partial<Record<'next' | 'retry', Date> & Pick<DestinationRow, 'most'>>;

/** An alert and its delivery. */
export interface ListedAlertRow extends RaisedAlert {
  due_at: Date;
  /** The user's login. */
  login: string | null;
  /** How often each destination was sent it. */
  tries: Record<string, number>;
  /** When a destination first received it. */
  delivered_at: Date | null;
  /** The keys of the destinations that have received it. */
  delivered_to: string[];
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
  /** Remembers a value. @returns the one before; undefined if there was none */
  swapFact(name: string, value: string): Promise<string | undefined>;
  /** Keeps a due destination for which something waits from other instances. A new one gets only what no one has received. */
  claim(key: string, at: Date, since: Date, until: Date): Promise<DestinationRow | undefined>;
  /** What a destination hasn't received of what was due since a time: the least tried first, then the earliest. */
  pending(key: string, at: Date, since: Date, most: number): Promise<Pick<AlertRow, 'id' | 'due_at'>[]>;
  /** Counts an attempt to deliver alerts, from which on they don't change. */
  attempted(key: string, ids: readonly string[]): Promise<AlertRow[]>;
  /** Remembers how an attempt ended. @param ids the alerts that were sent; none for a test */
  record(key: string, ids: readonly string[], at: Date, outcome: Outcome, then: Next): Promise<void>;
  destinations(): Promise<DestinationRow[]>;
  /** The alerts about providers and users that someone can see, newest first. */
  list(view: SignInView, start: number, limit: number): Promise<Page<ListedAlertRow>>;
  sweep(before: Date): Promise<void>;
}
