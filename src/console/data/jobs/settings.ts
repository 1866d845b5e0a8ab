import * as z from 'zod/mini';
import { useStore } from '../../lib/store.ts';
import { storedValue } from '../../lib/stored-value.ts';

/** The available check intervals besides `auto` and `off`, in seconds. */
export const paces = [1, 5, 10, 30, 60] as const;

const jobSettings = z.object({
  pace: z.catch(z.union([z.enum(['auto', 'off']), z.literal(paces)]), 'auto'),
  /** Deletes a finished job's status from the service once it has been read. */
  removeRead: z.catch(z.boolean(), false),
  /** No notification pops up; the panel, its badge and the history still show the result. */
  quiet: z.catch(z.boolean(), false),
});

/** This browser's settings for jobs. */
export type JobSettings = z.infer<typeof jobSettings>;

const settings = storedValue('palisade-job-settings', (stored) => jobSettings.parse({ ...Object(stored) }));

/** The current settings, and a function that changes some of them. */
export function useJobSettings(): [JobSettings, (values: Partial<JobSettings>) => void] {
  return [useStore(settings), (values) => settings.set({ ...settings.get(), ...values })];
}

/** Like `useJobSettings`, but outside components. */
export const getJobSettings = settings.get;
