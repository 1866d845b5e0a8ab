import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useService } from '../../data/service/use-service.ts';
import tabs from '../../ui/page-tabs.module.css';

const logs = [
  { log: undefined, label: 'Sign-ins' },
  { log: 'changes', label: 'Changes' },
  { log: 'alerts', label: 'Alerts' },
] as const;

/** The layout of the Activity pages. */
export function ActivityLayout({
  log: current,
  children,
}: {
  log: (typeof logs)[number]['log'];
  children: ReactNode;
}) {
  const { offers } = useService();
  const shown = logs.filter(({ log }) => log !== 'alerts' || log === current || offers('alerts'));
  return (
    <div className={tabs.layout}>
      <nav aria-label="Activity" className={tabs.tabs}>
        {shown.map(({ log, label }) => (
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
