import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { rawCall, type RawResponse } from '../../api/raw-call.ts';
import type { Operation } from './description.ts';
import { addressOf, type Values } from './request.ts';
import { tellSession } from './session-notice.ts';

/** Sends an operation on demand, and keeps its last answer or why there is none. */
export function useSending(operation: Operation) {
  const [sending, setSending] = useState(false);
  const [answer, setAnswer] = useState<RawResponse>();
  const [error, setError] = useState<ApiError>();
  const queryClient = useQueryClient();
  const send = async (values: Values, body: string) => {
    const { method } = operation;
    setSending(true);
    setError(undefined);
    setAnswer(undefined);
    try {
      const address = addressOf(operation, values);
      const result = await rawCall({
        called: operation,
        address,
        body: operation.body ? body : undefined,
      });
      setAnswer(result);
      if (method === 'GET') return;
      tellSession(operation, result);
      // Examples stay as they were read: what one has typed started from them.
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'api-docs' });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
    } finally {
      setSending(false);
    }
  };
  return { send, sending, answer, error };
}
