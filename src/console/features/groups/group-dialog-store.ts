import { useSyncExternalStore } from 'react';
import type { GroupDialog } from './group-dialogs.tsx';

let dialog: GroupDialog | undefined;
const listeners = new Set<() => void>();

/** Opens a dialog on the groups page, also from elsewhere; without one, closes it. */
export function setGroupDialog(next: GroupDialog | undefined): void {
  dialog = next;
  for (const listener of listeners) listener();
}

/** The dialog that is open on the groups page. */
export function useGroupDialog(): GroupDialog | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => dialog,
  );
}
