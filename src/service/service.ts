import type { WatchState } from '../contract/oidc/watch.ts';
import type { ActivityEntry } from './domain/activity/activity-ports.ts';
import type { Delivery } from './domain/alerts/delivery.ts';
import type { Authenticator } from './domain/access/authenticator.ts';
import type { Clock } from './domain/clock.ts';
import type { Devices } from './domain/access/devices.ts';
import type { ExpressionSandbox } from './domain/oidc/oidc-ports.ts';
import type { UnitOfWork } from './domain/ports.ts';
import type { RelyingParty } from './domain/oidc/relying-party.ts';
import type { SecretBox } from './domain/secret-box.ts';
import type { Gate } from './http/gate.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Webhook } from './outbound/webhook.ts';
import type { Database } from './store/database/database.ts';

/** Counters since the start, for the metrics. */
export type ServiceCounts = ReturnType<typeof newCounts>;

export function newCounts() {
  return {
    /** Requests rejected because too many were waiting. */
    overloaded: 0,
    /** Responses with an error status that the contract doesn't declare. */
    undeclaredStatuses: 0,
    /** Responses that violate the contract, as far as they were checked. */
    contractViolations: 0,
    rejectedSignIns: new Map<string, number>(),
    /** Attempts to deliver an alert, by result. */
    alerts: { delivered: 0, failed: 0 },
    /** The state of each provider, by ID. */
    providers: new Map<number, WatchState>(),
  };
}

/** The embedded service's dependencies and settings. */
export interface ServiceOptions {
  database: Database;
  /** The emulated version; a Lab scenario may change it. */
  version(): string;
  /** Whether browsers reach us over HTTPS, so that cookies are `Secure`. */
  secureCookies: boolean;
  /** False: the service offers the API without any extension. */
  extensions: boolean;
  jobStatusTtlSeconds: number;
  /** Guarded requests to other hosts; its owner closes it. */
  outbound: Outbound;
  /** Encrypts secrets at rest and signs device cookies; at least 32 characters. */
  secretKey: string;
  /** The service's public URL, without a trailing slash. */
  baseUrl(): string;
  /** The clock; the system's by default. */
  now?: Clock;
  /** Whether a response that the contract doesn't declare becomes a 500 (tests). */
  strict?: boolean;
  /** How long a request may wait in the queue; 1 s by default (tests). */
  queueMilliseconds?: number;
  /** How many days sign-ins and changes are kept; 0 doesn't record them. 90 by default. */
  activityDays?: number;
  /** Called with each recorded sign-in and change. */
  onActivity?(entry: ActivityEntry): void;
  /** Where to send alerts; they aren't sent by default. */
  alerts?: Webhook & { pollMilliseconds?: number };
  /** How often to look for providers that are due to be looked at, in milliseconds; 0 for never (tests). 15 s by default. */
  watchMilliseconds?: number;
  /** How long the hours between looks at a provider are, in milliseconds: shorter in the demo. */
  watchHourMilliseconds?: number;
  counts?: ServiceCounts;
}

/** What every route of the service is given. */
export interface Service extends Pick<
  Required<ServiceOptions>,
  'now' | 'version' | 'extensions' | 'secureCookies' | 'baseUrl' | 'strict' | 'counts'
> {
  /** `<base>/oidc_logins/callback`, the one redirect URI. */
  redirectUri(): string;
  work: UnitOfWork;
  authenticator: Authenticator;
  /** Whether sign-ins and changes are recorded (`ACTIVITY_DAYS`). */
  activity: boolean;
  delivery: Delivery;
  secrets: SecretBox;
  devices: Devices;
  relyingParty: RelyingParty;
  watchHourMilliseconds: number;
  /** Evaluates username expressions of unbounded cost. */
  sandbox: ExpressionSandbox;
  /** Limits concurrent requests to the number of database connections. */
  gate: Gate;
  /** Limits concurrent password hashing, which takes tens of milliseconds of CPU time. */
  hashing: Gate;
  /** Checks one recreation at a time: one of very many groups takes long. */
  recreations: Gate;
  wakeJobs(): void;
}
