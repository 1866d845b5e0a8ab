import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** A form that opens on its own page: of a record on its list's, of the user's password on the account's. */
interface NewRecord {
  kind: 'user' | 'role' | 'password';
  /** What's typed already: a user's login. */
  name?: string | undefined;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    newRecord?: NewRecord;
  }
}

const pageOf = { user: '/access/users', role: '/access/roles', password: '/account' } as const;

/** A function that goes to the form's page and opens the form there, unless the user stays because of unsaved changes. */
export function useOpenNewRecord() {
  const navigate = useNavigate();
  return (kind: NewRecord['kind'], name?: string): void =>
    void navigate({ to: pageOf[kind], state: { newRecord: { kind, name } } });
}

/** The page's form if it's open, and functions that open and close it. */
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
