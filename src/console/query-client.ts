import { focusManager, QueryClient } from '@tanstack/react-query';
import { isWorthRetrying } from '../client/errors.ts';
import { retryWait, withJitter } from '../client/retries.ts';
import { proxyWantsSignIn } from './api/sign-in-proxy.ts';

// Queries aren't repeated while the window isn't focused, nor while every request would get a proxy's sign-in.
proxyWantsSignIn.subscribe(() => focusManager.setFocused(proxyWantsSignIn.get() ? false : undefined));

/** The cache of server data. Only reads are repeated, as `retryWait` says. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // A page doesn't request again what its loader was just refused.
      retryOnMount: ({ state: { error, errorUpdatedAt } }) =>
        isWorthRetrying(error) || Date.now() - errorUpdatedAt > 2_000,
      retry: (failures, error) => retryWait(failures, error) !== undefined,
      retryDelay: (failures, error) => withJitter(retryWait(failures, error) ?? 0),
    },
    mutations: { retry: false },
  },
});

/** Ends reads that are waiting to be repeated, and that no page shows: the page that needed them was left. */
export function endWaits(): void {
  void queryClient.cancelQueries({
    fetchStatus: 'fetching',
    predicate: (query) => query.state.fetchFailureCount > 0 && query.getObserversCount() === 0,
  });
}
