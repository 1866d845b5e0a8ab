import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

/** What leaving loses: changes that aren't saved, an API key that's shown once and wasn't copied, or the end of an apply. */
export type Unsaved = 'changes' | 'key' | 'apply';

const locks: Record<Unsaved, string> = {
  changes: 'palisade-unsaved-changes',
  key: 'palisade-uncopied-key',
  apply: 'palisade-applying',
};
/** What each form or dialog in this tab would lose. */
const unsavedHere = createStore<readonly Unsaved[]>([]);
let unsavedInTabs: readonly Unsaved[] = [];
let leaving = false;

/** Registers what a form or dialog would lose, if anything, so that signing out in any tab asks first. */
export function useUnsavedChanges(unsaved: Unsaved | undefined): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    unsavedHere.set([...unsavedHere.get(), unsaved]);
    const saved = new AbortController();
    void holdLock(locks[unsaved], saved.signal);
    return () => {
      const index = unsavedHere.get().indexOf(unsaved);
      unsavedHere.set(unsavedHere.get().toSpliced(index, 1));
      saved.abort();
    };
  }, [unsaved]);
}

/** Other tabs see the lock, and the browser releases it when this tab is closed or crashes. */
async function holdLock(lockName: string, signal: AbortSignal): Promise<void> {
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

/** Whether anything in this tab would be lost; re-renders the component when it changes. */
export const useHasUnsavedChangesHere = () => useStore(unsavedHere).length > 0;

/** Finds what leaving would lose in any of this browser's tabs. */
export async function findUnsaved(): Promise<readonly Unsaved[]> {
  const held = await heldLocks();
  const kinds: readonly Unsaved[] = ['changes', 'key', 'apply'];
  const found = kinds.filter(
    (kind) => unsavedHere.get().includes(kind) || held.some(({ name }) => name === locks[kind]),
  );
  unsavedInTabs = found;
  return found;
}

async function heldLocks(): Promise<readonly LockInfo[]> {
  try {
    return (await navigator.locks.query()).held ?? [];
  } catch {
    // Not in a secure context, or blocked with the site's data.
    return [];
  }
}

/** What `findUnsaved` found last, and whether it's in this tab. */
export function lastFound(): readonly { kind: Unsaved; here: boolean }[] {
  return unsavedInTabs.map((kind) => ({ kind, here: unsavedHere.get().includes(kind) }));
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
