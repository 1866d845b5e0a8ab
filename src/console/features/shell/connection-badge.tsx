import { useQuery } from '@tanstack/react-query';
import { gatewayQuery } from '../../session/queries.ts';
import classes from './shell.module.css';

const checkMilliseconds = 30_000;

/** Where the console is connected, always visible; a word and a colour when that is not as it should be. */
export function ConnectionBadge() {
  const { data: gateway } = useQuery(gatewayQuery());
  const { data: ready = true } = useQuery({
    queryKey: ['ready'],
    queryFn: async ({ signal }) => {
      try {
        return (await fetch('/-/ready', { signal })).ok;
      } catch {
        return false;
      }
    },
    refetchInterval: checkMilliseconds,
  });
  if (!gateway) return null;
  const where = gateway.mode === 'embedded' ? 'embedded' : gateway.service_host;
  const state = !ready ? 'down' : gateway.tls_verified ? 'good' : 'warning';
  const words = { down: 'does not answer', warning: 'TLS not verified', good: '' }[state];
  return (
    <span className={classes.badge} data-state={state} role="status" aria-label="Connection">
      <span className={classes.dot} aria-hidden="true" />
      {where}
      {words && `: ${words}`}
    </span>
  );
}
