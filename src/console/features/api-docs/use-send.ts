import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { rawCall, type RawResponse } from '../../api/raw-call.ts';
import { notifyOtherTabs } from '../../data/session/channel.ts';
import type { Operation } from './description.ts';
import { addressOf, type Values } from './request.ts';

/** Sends an operation, and keeps its last response or error. */
export function useSend(operation: Operation) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ values, body }: { values: Values; body: string }) =>
      rawCall({
        called: operation,
        address: addressOf(operation, values),
        body: operation.body ? body : undefined,
      }),
    onSuccess: (response) => {
      if (operation.method === 'GET') return;
      announceSessionChange(operation, response);
      // Examples stay, because the form started from them.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'api-docs' });
    },
    gcTime: 0,
  });
}

const signedIn = z.object({ user: z.string(), login: z.string() });

/** Notifies the other tabs after a request has changed the shared session. */
function announceSessionChange({ method, path }: Operation, { status, body }: RawResponse): void {
  if (path !== '/authentication') return;
  if (method === 'DELETE' && status === 204) notifyOtherTabs({ type: 'signed-out' });
  const result = signedIn.safeParse(body);
  if (method === 'POST' && status === 201 && result.success)
    notifyOtherTabs({ type: 'signed-in', ...result.data });
}
