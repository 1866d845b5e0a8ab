import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser is offline. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, () => !navigator.onLine);
}
