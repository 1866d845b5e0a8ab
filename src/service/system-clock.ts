import type { Clock } from './domain/clock.ts';

/** The machine's clock. The rest of the service gets it passed in, so that tests can set the time. */
export const systemClock: Clock = () => new Date();
