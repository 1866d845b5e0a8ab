import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

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

/** A function that goes to the list's page and opens the form there, unless the user stays because of unsaved changes. */
export function useOpenNewRecord() {
  const navigate = useNavigate();
  return (kind: NewRecord['kind'], name?: string): void =>
    void navigate({ to: `/access/${kind}s`, state: { newRecord: { kind, name } } });
}

/** The list's form for a new record if it's open, and functions that open and close it. */
export function useNewRecord(kind: NewRecord['kind']) {
  const [record, setRecord] = useState<NewRecord>();
  const navigate = useNavigate();
  const arriving = useLocation({
    select: ({ state: { newRecord } }) => (newRecord?.kind === kind ? newRecord : undefined),
  });
  if (arriving && arriving !== record) setRecord(arriving);
  useEffect(() => {
    // A reload, or coming back, doesn't open it again.
    if (arriving) void navigate({ to: '.', search: true, state: {}, replace: true });
  }, [arriving, navigate]);
  return [record, () => setRecord({ kind }), () => setRecord(undefined)] as const;
}
