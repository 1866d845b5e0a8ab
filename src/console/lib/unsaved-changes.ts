import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

/** What leaving loses: changes that aren't saved, or the end of an apply. */
export type Unsaved = 'changes' | 'apply';

/** What each form or dialog would lose. */
const unsaved = createStore<readonly Unsaved[]>([]);
let leaving = false;

/** Registers what a form or dialog would lose, if anything, so that signing out asks first. */
export function useUnsavedChanges(kind: Unsaved | undefined): void {
  useEffect(() => {
    if (!kind) return undefined;
    unsaved.set([...unsaved.get(), kind]);
    return () => unsaved.set(unsaved.get().toSpliced(unsaved.get().indexOf(kind), 1));
  }, [kind]);
}

/** Whether anything would be lost; re-renders the component when it changes. */
export const useHasUnsavedChanges = () => useStore(unsaved).length > 0;

/** What leaving would lose. */
export function findUnsaved(): readonly Unsaved[] {
  return [...new Set(unsaved.get())];
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
