import { useQuery } from '@tanstack/react-query';
import { connectionOf } from '../../data/session/connection.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useAvailability } from '../../data/session/use-availability.ts';
import classes from './shell.module.css';

/** Shows the connected service, with a warning if it's down or the connection is insecure, or that the browser is offline. */
export function ConnectionBadge() {
  const { data: gateway } = useQuery(gatewayQuery());
  const availability = useAvailability();
  if (!gateway) return null;
  const { where, warning } = connectionOf(gateway);
  const isOffline = availability === 'offline';
  const state = availability === 'unavailable' ? 'down' : isOffline || warning ? 'warning' : 'good';
  const problem = { available: warning, unavailable: 'unavailable', offline: undefined }[availability];
  const shown = isOffline ? 'offline' : where;
  return (
    <span className={classes.badge} data-state={state} role="status" aria-label="Connection">
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.where} title={shown}>
        {shown}
      </span>
      {problem && `: ${problem}`}
    </span>
  );
}
