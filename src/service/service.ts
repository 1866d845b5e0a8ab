import type { Authenticator } from './domain/access/authenticator.ts';
import type { Devices } from './domain/access/devices.ts';
import type { ExpressionSandbox } from './domain/oidc/oidc-ports.ts';
import type { UnitOfWork } from './domain/ports.ts';
import type { RelyingParty } from './domain/oidc/relying-party.ts';
import type { SecretBox } from './domain/secret-box.ts';
import type { Gate } from './http/gate.ts';

/** Counters since the start, for the metrics. */
export interface ServiceCounts {
  /** Requests rejected because too many were waiting. */
  overloaded: number;
  /** Responses with an error status that the contract doesn't declare. */
  undeclaredStatuses: number;
  /** Responses that violate the contract, as far as they were checked. */
  contractViolations: number;
  /** Rejected sign-ins by code. */
  rejectedSignIns: Map<string, number>;
}

/** Counters at the start. */
export function newCounts(): ServiceCounts {
  return { overloaded: 0, undeclaredStatuses: 0, contractViolations: 0, rejectedSignIns: new Map() };
}

/** What every route of the service is given. */
export interface Service {
  work: UnitOfWork;
  authenticator: Authenticator;
  /** Runs a function, sending the authentication and the read that it starts immediately in one round trip. */
  together<Result>(run: () => Result): Result;
  /** The clock; tests set it. */
  now(): Date;
  /** The emulated version (`SERVICE_VERSION`). */
  version(): string;
  /** Whether extensions are offered (`SERVICE_EXTENSIONS`). */
  extensions: boolean;
  /** Whether sign-ins and changes are recorded (`ACTIVITY_DAYS`). */
  activity: boolean;
  /** Whether browsers reach us over HTTPS, so that cookies are `Secure`. */
  secureCookies: boolean;
  secrets: SecretBox;
  devices: Devices;
  /** Calls OIDC providers. */
  relyingParty: RelyingParty;
  /** Evaluates username expressions of unbounded cost. */
  sandbox: ExpressionSandbox;
  /** The service's public URL, without a trailing slash. */
  baseUrl(): string;
  /** Limits concurrent requests to the number of database connections. */
  gate: Gate;
  /** Limits concurrent password hashing, which takes tens of milliseconds of CPU time. */
  hashing: Gate;
  /** Whether every response is validated, rather than a sample (tests and the demo). */
  checkEveryResponse: boolean;
  /** Whether a response that the contract doesn't declare becomes a 500 (tests). */
  strict: boolean;
  counts: ServiceCounts;
  /** Wakes the job runner. */
  wakeJobs(): void;
}
