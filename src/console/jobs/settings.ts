import { useSyncExternalStore } from 'react';
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
const listeners = new Set<() => void>();
let current = read();

/** The settings in force, and the way to change some of them. */
export function useJobSettings(): [JobSettings, (values: Partial<JobSettings>) => void] {
  return [useSyncExternalStore(onJobSettings, getJobSettings), change];
}

/** As `useJobSettings`, outside of components. */
export function getJobSettings(): JobSettings {
  return current;
}

/** Calls the listener after every change, whichever tab made it. @returns the way to stop */
export function onJobSettings(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}

function change(values: Partial<JobSettings>): void {
  current = { ...current, ...values };
  try {
    localStorage.setItem(key, JSON.stringify(current));
  } catch {
    // The browser gives no more room: this tab alone knows.
  }
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent): void {
  if (event.key !== key && event.key !== null) return;
  current = read();
  for (const listener of listeners) listener();
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
