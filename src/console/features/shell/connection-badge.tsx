import { useQuery } from '@tanstack/react-query';
import { connectionOf } from '../../data/session/connection.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useReady } from '../../data/session/use-ready.ts';
import classes from './shell.module.css';

/** Shows the connected service at all times, with a warning if it's down or the connection is insecure. */
export function ConnectionBadge() {
  const { data: gateway } = useQuery(gatewayQuery());
  const ready = useReady();
  if (!gateway) return null;
  const { where, warning } = connectionOf(gateway);
  const state = !ready ? 'down' : warning ? 'warning' : 'good';
  const problem = ready ? warning : 'unavailable';
  return (
    <span className={classes.badge} data-state={state} role="status" aria-label="Connection">
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.where} title={where}>
        {where}
      </span>
      {problem && `: ${problem}`}
    </span>
  );
}
