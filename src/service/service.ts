import type { Devices } from './domain/access/devices.ts';
import type { ExpressionSandbox } from './domain/oidc/oidc-ports.ts';
import type { UnitOfWork } from './domain/ports.ts';
import type { RelyingParty } from './domain/oidc/relying-party.ts';
import type { SecretBox } from './domain/secret-box.ts';
import type { Gate } from './http/gate.ts';

/** What happened since the start that whoever runs the service wants to know. */
export interface ServiceCounts {
  /** Requests that were refused because too many were waiting. */
  overloaded: number;
  /** Error statuses that were sent although the contract doesn't declare them. */
  undeclaredStatuses: number;
}

/** What every part of the service is handed. */
export interface Service {
  work: UnitOfWork;
  /** The time; tests turn it. */
  now(): Date;
  /** The version of the service that is emulated (`SERVICE_VERSION`). */
  version(): string;
  /** Whether anything is served that the document does not have (`SERVICE_EXTENSIONS`). */
  extensions: boolean;
  /** Whether browsers reach us over HTTPS, so that cookies are `Secure`. */
  secureCookies: boolean;
  secrets: SecretBox;
  devices: Devices;
  /** The calls to OIDC providers. */
  relyingParty: RelyingParty;
  /** Where username expressions are evaluated that could take anything. */
  sandbox: ExpressionSandbox;
  /** The address of this service as browsers see it, without a slash at its end. */
  baseUrl(): string;
  /** Who may use the database: as many requests at once as it has connections. */
  gate: Gate;
  /** Who may hash a password, which takes a processor for tens of milliseconds. */
  hashing: Gate;
  /** Whether a status that the contract doesn't declare becomes a 500, for tests to fail on. */
  strict: boolean;
  counts: ServiceCounts;
  /** Tells the job runner that there is work. */
  wakeJobs(): void;
}
