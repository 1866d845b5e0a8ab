import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onTrouble } from '../../api/client.ts';
import { connectionOf } from '../../data/session/connection.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import classes from './shell.module.css';

const usualMilliseconds = 30_000;
/** While the service does not answer, its return shall not wait for long. */
const troubledMilliseconds = 3_000;
const readyKey = ['ready'];

/** Where the console is connected, always visible; a word and a colour when that is not as it should be. */
export function ConnectionBadge() {
  const { data: gateway } = useQuery(gatewayQuery());
  const ready = useReady();
  if (!gateway) return null;
  const { where, warning } = connectionOf(gateway);
  const state = !ready ? 'down' : warning ? 'warning' : 'good';
  const words = ready ? warning : 'does not answer';
  return (
    <span className={classes.badge} data-state={state} role="status" aria-label="Connection">
      <span className={classes.dot} aria-hidden="true" />
      <span className={classes.where} title={where}>
        {where}
      </span>
      {words && `: ${words}`}
    </span>
  );
}

/** Whether the service answers: asked now and then, and at once when a call has failed. */
function useReady(): boolean {
  const queryClient = useQueryClient();
  const { data: ready = true } = useQuery({
    queryKey: readyKey,
    queryFn: async ({ signal }) => {
      const is = await isReady(signal);
      // What failed meanwhile is asked for again by itself.
      if (is && queryClient.getQueryData(readyKey) === false)
        void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
      return is;
    },
    // Also without a network: that is when it matters.
    networkMode: 'always',
    refetchInterval: ({ state }) => (state.data === false ? troubledMilliseconds : usualMilliseconds),
  });
  useEffect(
    () =>
      onTrouble(() => {
        void queryClient.invalidateQueries({ queryKey: readyKey }, { cancelRefetch: false });
      }),
    [queryClient],
  );
  return ready;
}

async function isReady(signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch('/-/ready', { signal })).ok;
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}
