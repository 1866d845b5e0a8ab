import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/errors.ts';

const retryMost = 10_000;

/**
 * How long to wait before a read is tried again, in milliseconds: as long as the service says, and a little more for each
 * client in its own way, so that those who were refused together don't come back together.
 */
export function retryDelay(failures: number, error: unknown): number {
  const told = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  const wait = told === undefined ? 1_000 * 2 ** failures : told * 1_000;
  return Math.min(wait, retryMost) + Math.random() * 500;
}

/** The one cache of server data. Only a failing network or a fault of the service is tried again, and only for reads. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
      retryDelay,
    },
    mutations: { retry: false },
  },
});
