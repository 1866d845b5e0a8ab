import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const lockName = 'palisade-unsaved-changes';
/** How many forms in this tab have unsaved changes. */
const formsHere = createStore(0);
let leaving = false;

/** Registers a form while it has unsaved changes, so that signing out in any tab asks first. */
export function useUnsavedChanges(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    formsHere.set(formsHere.get() + 1);
    const saved = new AbortController();
    void holdLock(saved.signal);
    return () => {
      formsHere.set(formsHere.get() - 1);
      saved.abort();
    };
  }, [unsaved]);
}

/** Other tabs see the lock, and the browser releases it when this tab is closed or crashes. */
async function holdLock(signal: AbortSignal): Promise<void> {
  // Without a secure context there are no locks, and each tab only knows its own forms.
  if (!('locks' in navigator)) return;
  const untilSaved = () =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  try {
    await navigator.locks.request(lockName, { mode: 'shared', signal }, untilSaved);
  } catch {
    // Saved before the lock was granted.
  }
}

/** Whether a form in this tab has unsaved changes. */
export function hasUnsavedChangesHere(): boolean {
  return formsHere.get() > 0;
}

/** Like `hasUnsavedChangesHere`; re-renders the component when it changes. */
export const useHasUnsavedChangesHere = () => useStore(formsHere) > 0;

/** Whether a form in any of this browser's tabs has unsaved changes. */
export async function hasUnsavedChanges(): Promise<boolean> {
  if (hasUnsavedChangesHere()) return true;
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockName);
}

/** Replaces the page without asking about unsaved changes. */
export function leaveFor(address: string): void {
  leaving = true;
  location.replace(address);
}

/** Whether the page is being left on purpose, so that nothing must ask. */
export function isLeaving(): boolean {
  return leaving;
}
