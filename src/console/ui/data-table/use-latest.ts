import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * Returns the same function in every render, which calls the latest one given. That's the current one even in layout effects;
 * with Mantine's `useCallbackRef`, it would be the previous one there.
 */
export function useLatest<Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args) => latest.current(...args), []);
}
