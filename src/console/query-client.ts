import { focusManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/errors.ts';
import { proxyWantsSignIn } from './api/sign-in-proxy.ts';

const maxRetryWait = 10_000;

/** How long to wait before retrying a read, in milliseconds. Random jitter keeps clients from retrying in step. */
export function retryDelay(failures: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const wait = retryAfter === undefined ? 1_000 * 2 ** failures : retryAfter * 1_000;
  return Math.min(wait, maxRetryWait) + Math.random() * 500;
}

// Queries aren't repeated while the window isn't focused, nor while every request would get a proxy's sign-in.
proxyWantsSignIn.subscribe(() => focusManager.setFocused(proxyWantsSignIn.get() ? false : undefined));

/** Creates a cache of server data. Only reads are retried, and only after network failures and 5xx responses. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          failures < 2 && (!(error instanceof ApiError) || error.kind === 'network' || error.status >= 500),
        retryDelay,
      },
      mutations: { retry: false },
    },
  });
