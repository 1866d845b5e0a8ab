import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../data/session/use-session.ts';
import { GroupDirectoryProvider } from '../../data/groups/group-directory.tsx';
import classes from '../../ui/page-tabs.module.css';

const pages = [
  { to: '/access', label: 'My access', exact: true, admin: false },
  { to: '/access/can', label: 'Check access', exact: false, admin: false },
  { to: '/access/compare', label: 'Compare', exact: false, admin: false },
  { to: '/access/users', label: 'Users', exact: false, admin: true },
  { to: '/access/roles', label: 'Roles', exact: false, admin: true },
] as const;

/** The layout of the Access pages. Users and roles are hidden from those who can't read them. */
export function AccessLayout({ children }: { children: ReactNode }) {
  const { holds } = useSession();
  const admin = holds('group_admin', 'ro');
  return (
    <GroupDirectoryProvider>
      <div className={classes.layout}>
        <nav aria-label="Access" className={classes.tabs}>
          {pages
            .filter((page) => admin || !page.admin)
            .map(({ to, label, exact }) => (
              <Link
                key={to}
                to={to}
                activeOptions={{ exact, includeSearch: false }}
                className={classes.tab}
                data-label={label}
              >
                {label}
              </Link>
            ))}
        </nav>
        <div className={classes.content}>{children}</div>
      </div>
    </GroupDirectoryProvider>
  );
}
