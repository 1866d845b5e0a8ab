import { createStore, useStore } from '../../lib/store.ts';
import type { Pace } from './tracked-job.ts';

/** How this browser deals with jobs. */
export interface JobSettings {
  pace: Pace;
  /** Removes the status of a finished job from the service once it has been read. */
  removeRead: boolean;
  /** No notification pops up; the panel, its badge and the history tell. */
  quiet: boolean;
}

/** The paces on offer, besides `auto` and `off`, in seconds. */
export const paces = [1, 5, 10, 30, 60] as const;

const key = 'palisade-job-settings';
const initial: JobSettings = { pace: 'auto', removeRead: false, quiet: false };
const settings = createStore(read());

/** The settings in force, and the way to change some of them. */
export function useJobSettings(): [JobSettings, (values: Partial<JobSettings>) => void] {
  return [useStore({ get: settings.get, subscribe: onJobSettings }), change];
}

/** As `useJobSettings`, outside of components. */
export const getJobSettings = settings.get;

/** Calls the listener after every change, whichever tab made it. @returns the function that stops it */
export function onJobSettings(listener: () => void): () => void {
  addEventListener('storage', onStorage);
  return settings.subscribe(listener);
}

function change(values: Partial<JobSettings>): void {
  settings.set({ ...settings.get(), ...values });
  try {
    localStorage.setItem(key, JSON.stringify(settings.get()));
  } catch {
    // The browser's storage is full: only this tab remembers.
  }
}

function onStorage(event: StorageEvent): void {
  if (event.key !== key && event.key !== null) return;
  settings.set(read());
}

function read(): JobSettings {
  try {
    const { pace, removeRead, quiet } = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<
      string,
      unknown
    >;
    const known = pace === 'off' || paces.some((seconds) => seconds === pace);
    // One of the paces on offer: see the line above.
    return {
      pace: known ? (pace as Pace) : initial.pace,
      removeRead: removeRead === true,
      quiet: quiet === true,
    };
  } catch {
    return initial;
  }
}
