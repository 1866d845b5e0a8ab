import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onUnreachable } from '../../api/client.ts';
import { connectionOf } from '../../data/session/connection.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import classes from './shell.module.css';

const usualMilliseconds = 30_000;
/** While the service isn't responding, so that its return is noticed quickly. */
const downMilliseconds = 3_000;
const readyKey = ['ready'];

/** Shows the connected service at all times, with a warning if it's down or the connection is insecure. */
export function ConnectionBadge() {
  const { data: gateway } = useQuery(gatewayQuery());
  const ready = useReady();
  if (!gateway) return null;
  const { where, warning } = connectionOf(gateway);
  const state = !ready ? 'down' : warning ? 'warning' : 'good';
  const problem = ready ? warning : 'not responding';
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

/** Whether the service responds: checked periodically, and immediately when a call has failed. */
function useReady(): boolean {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { data: ready = true } = useQuery({
    queryKey: readyKey,
    queryFn: async ({ signal }) => {
      const isUp = await isReady(signal);
      // Reloads everything that failed while it was down.
      if (isUp && queryClient.getQueryData(readyKey) === false) {
        void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
        void router.invalidate();
      }
      return isUp;
    },
    // Also while offline: that's when it matters.
    networkMode: 'always',
    refetchInterval: ({ state }) => (state.data === false ? downMilliseconds : usualMilliseconds),
  });
  useEffect(
    () =>
      onUnreachable(() => {
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
