import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { unreachable } from '../../api/exchange.ts';
import { meansUnreachable } from '../../../client/errors.ts';
import { askService, fetchFromGateway, proxyWantsSignIn } from '../../api/sign-in-proxy.ts';
import { useOffline } from '../../lib/browser-state.ts';
import { queryClient } from '../../query-client.ts';

const usualMilliseconds = 30_000;
/** While the service isn't responding, so that its return is noticed quickly. */
const downMilliseconds = 3_000;
const readyKey = ['ready'];

/** `offline` if the browser is, which says nothing about the service. */
type Availability = 'available' | 'unavailable' | 'offline';

/** Whether the service responds: checked periodically, and immediately when a call has failed. */
export function useAvailability(): Availability {
  const offline = useOffline();
  const router = useRouter();
  const { data: ready } = useQuery({
    queryKey: readyKey,
    // The session's response has just shown it.
    initialData: true,
    staleTime: usualMilliseconds,
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
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (state.data === false ? downMilliseconds : usualMilliseconds),
  });
  useEffect(
    () =>
      unreachable.subscribe(() => {
        callFailed = true;
        void queryClient.invalidateQueries({ queryKey: readyKey }, { cancelRefetch: false });
      }),
    [],
  );
  if (offline) return 'offline';
  return ready ? 'available' : 'unavailable';
}

/** Whether a call couldn't reach the service, as far as known. Only the service itself can disprove that. */
let callFailed = false;

async function isReady(signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetchFromGateway('/-/ready', { signal });
    // Browsers keep the connection of a response that isn't read.
    await response.arrayBuffer();
    if (response.status !== 200) return false;
    if (!callFailed) return true;
    callFailed = meansUnreachable(await askService(signal));
    return !callFailed;
  } catch (error) {
    if (signal.aborted) throw error;
    // A proxy's sign-in says nothing about the service.
    return proxyWantsSignIn.get();
  }
}
