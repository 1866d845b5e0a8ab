import type { UnitOfWork } from './domain/ports.ts';

/** What every part of the service is handed. */
export interface Service {
  work: UnitOfWork;
  /** The time; tests turn it. */
  now(): Date;
  /** The version of the service that is emulated (`SERVICE_VERSION`). */
  version: string;
  /** Whether browsers reach us over HTTPS, so that cookies are `Secure`. */
  secureCookies: boolean;
  /** Tells the job runner that there is work. */
  wakeJobs(): void;
}
