import { useQuery } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { unreachable } from '../api/exchange.ts';
import { gatewayQuery } from '../data/session/queries.ts';
import { useAvailability } from '../data/session/use-availability.ts';
import { RouteError } from '../features/shell/page-errors.tsx';
import { Logo } from '../ui/logo.tsx';
import { LabBanner } from '../features/lab/lab-banner.tsx';

/**
 * A failure before anyone is known to be signed in: without the navigation. Loads the page as soon as the service is back,
 * and lets those whom a scenario locks out deactivate it.
 */
export function ConsoleError(props: ErrorComponentProps) {
  const lab = useQuery(gatewayQuery).data?.lab;
  useAvailability();
  // The calls failed before this was loaded.
  useEffect(() => unreachable.emit(), []);
  return (
    <>
      {lab && <LabBanner />}
      <main id="main" className="page-standalone">
        <Logo size={24} />
        <RouteError {...props} />
      </main>
    </>
  );
}
