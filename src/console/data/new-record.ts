import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** A form that opens on its own page: of a record on its list's, of the user's password on the account's. */
interface NewRecord {
  kind: 'group' | 'user' | 'role' | 'password';
  /** What's typed already: a user's login. */
  name?: string | undefined;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    newRecord?: NewRecord;
  }
}

const pageOf = {
  group: '/groups',
  user: '/access/users',
  role: '/access/roles',
  password: '/account',
} as const;

/** A function that goes to the form's page and opens the form there, unless the user stays because of unsaved changes. */
export function useOpenNewRecord() {
  const navigate = useNavigate();
  const router = useRouter();
  return (kind: NewRecord['kind'], name?: string): void => {
    const to = pageOf[kind];
    // A page that's open already keeps its search and filters.
    const search = router.latestLocation.pathname.startsWith(to) ? { search: true as const } : {};
    void navigate({ to, ...search, state: { newRecord: { kind, name } } });
  };
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
