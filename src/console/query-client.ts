import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/errors.ts';

/** The one cache of server data. Only a failing network or a fault of the service is tried again, and only for reads. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
    mutations: { retry: false },
  },
});
