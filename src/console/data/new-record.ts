import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createStore, useStore } from '../lib/store.ts';

/** A record whose form opens on its list's page. */
interface NewRecord {
  kind: 'user' | 'role';
  /** What's typed already: a user's login. */
  name?: string | undefined;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    newRecord?: NewRecord;
  }
}

const requested = createStore<NewRecord | undefined>(undefined);

/** Opens the form of a new record on its list's page, also if that page is opened later. */
export function openNewRecord(kind: NewRecord['kind'], name?: string): void {
  requested.set({ kind, name });
}

/** A function that goes to the list's page and opens the form there, unless the user stays because of unsaved changes. */
export function useOpenNewRecord() {
  const navigate = useNavigate();
  return (kind: NewRecord['kind'], name?: string): void =>
    void navigate({ to: `/access/${kind}s`, state: { newRecord: { kind, name } } });
}

/** The list's form for a new record if it's open, and a function that closes it. Leaving the page closes it too. */
export function useNewRecord(kind: NewRecord['kind']): [NewRecord | undefined, () => void] {
  const record = useStore(requested);
  const navigate = useNavigate();
  const arriving = useLocation({ select: ({ state }) => state.newRecord });
  useEffect(() => {
    if (!arriving) return;
    requested.set(arriving);
    // A reload, or coming back, doesn't open it again.
    void navigate({ to: '.', search: true, state: {}, replace: true });
  }, [arriving, navigate]);
  // The page that follows may have been opened for another one.
  useEffect(() => () => void (requested.get()?.kind === kind && close()), [kind]);
  return [record?.kind === kind ? record : undefined, close];
}

function close(): void {
  requested.set(undefined);
}
