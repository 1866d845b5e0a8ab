import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { rawCall, type RawResponse } from '../../api/raw-call.ts';
import type { Operation } from './description.ts';
import { addressOf, type Values } from './request.ts';
import { announceSessionChange } from './session-notice.ts';

/** Sends an operation, and keeps its last response or error. */
export function useSend(operation: Operation) {
  const [sending, setSending] = useState(false);
  const [response, setResponse] = useState<RawResponse>();
  const [error, setError] = useState<ApiError>();
  const queryClient = useQueryClient();
  const send = async (values: Values, body: string) => {
    const { method } = operation;
    setSending(true);
    setError(undefined);
    setResponse(undefined);
    try {
      const address = addressOf(operation, values);
      const result = await rawCall({ called: operation, address, body: operation.body ? body : undefined });
      setResponse(result);
      if (method === 'GET') return;
      announceSessionChange(operation, result);
      // Examples stay, because the form started from them.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'api-docs' });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
    } finally {
      setSending(false);
    }
  };
  return { send, sending, response, error };
}
