import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import tabs from '../../ui/page-tabs.module.css';

const logs = [
  { log: undefined, label: 'Sign-ins' },
  { log: 'changes', label: 'Changes' },
] as const;

/** The layout of the Activity pages. */
export function ActivityLayout({
  log: current,
  children,
}: {
  log: 'changes' | undefined;
  children: ReactNode;
}) {
  return (
    <div className={tabs.layout}>
      <nav aria-label="Activity" className={tabs.tabs}>
        {logs.map(({ log, label }) => (
          <Link
            key={label}
            to="/activity"
            search={{ log }}
            activeOptions={{ explicitUndefined: true }}
            aria-current={log === current ? 'page' : undefined}
            className={tabs.tab}
            data-label={label}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={tabs.content}>{children}</div>
    </div>
  );
}
