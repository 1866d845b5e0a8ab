import type { Service } from '../../configuration/service.ts';
import type { Options } from './options.ts';
import type { Progress } from './progress.ts';
import type { Terminal } from './terminal.ts';
import type { Waits } from './waits.ts';

export const exitCodes = { done: 0, failed: 1, pending: 2, incomplete: 3, declined: 4 } as const;

/** A command that's being carried out, and what it needs. */
export interface Command {
  options: Options;
  base: URL;
  service: Service;
  terminal: Terminal;
  waits: Waits;
  progress: Progress;
  stop: AbortSignal;
  /** A variable's value. @throws StartError if it can't be used */
  valueOf(variable: string): string | undefined;
}
