import { createStore, useStore } from '../../lib/store.ts';
import type { Pace } from './tracked-job.ts';

/** This browser's settings for jobs. */
export interface JobSettings {
  pace: Pace;
  /** Deletes a finished job's status from the service once it has been read. */
  removeRead: boolean;
  /** No notification pops up; the panel, its badge and the history still show the result. */
  quiet: boolean;
}

/** The available check intervals besides `auto` and `off`, in seconds. */
export const paces = [1, 5, 10, 30, 60] as const;

const key = 'palisade-job-settings';
const initial: JobSettings = { pace: 'auto', removeRead: false, quiet: false };
const settings = createStore(read());

/** The current settings, and a function that changes some of them. */
export function useJobSettings(): [JobSettings, (values: Partial<JobSettings>) => void] {
  return [useStore({ get: settings.get, subscribe: onJobSettings }), change];
}

/** Like `useJobSettings`, but outside components. */
export const getJobSettings = settings.get;

/** Calls the listener after every change in any tab. @returns a function that unsubscribes */
export function onJobSettings(listener: () => void): () => void {
  addEventListener('storage', onStorage);
  return settings.subscribe(listener);
}

function change(values: Partial<JobSettings>): void {
  settings.set({ ...settings.get(), ...values });
  try {
    localStorage.setItem(key, JSON.stringify(settings.get()));
  } catch {
    // Storage is full: only this tab keeps the change.
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
    // `known` has checked it.
    return {
      pace: known ? (pace as Pace) : initial.pace,
      removeRead: removeRead === true,
      quiet: quiet === true,
    };
  } catch {
    return initial;
  }
}
