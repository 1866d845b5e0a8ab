import { notifications } from '@mantine/notifications';
import { cleanup } from 'vitest-browser-react';
import { queryClient } from '../console/query-client.ts';
import { resetStores } from '../console/lib/store.ts';
import { serviceKind } from '../console/api/kind.ts';

/** Removes what a test rendered and stored in the browser. Tests share the page and the console's modules. */
export async function resetConsole(): Promise<void> {
  await cleanup();
  // Else the next page would follow it, and its link to the main content would follow those in dialogs and notifications.
  document.querySelector('[data-mantine-shared-portal-node]')?.remove();
  localStorage.clear();
  sessionStorage.clear();
  // As after opening the page.
  dispatchEvent(new StorageEvent('storage'));
  resetStores();
  // As after signing in.
  serviceKind.set('complete');
  queryClient.clear();
  notifications.clean();
}
