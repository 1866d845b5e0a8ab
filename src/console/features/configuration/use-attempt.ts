import { useState } from 'react';

/** One attempt at a time: what's going on, and what the last one failed with. */
export function useAttempt() {
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<{ title: string; error: unknown }>();
  const attempt = async (what: string, failed: string, action: () => Promise<void>) => {
    setBusy(what);
    setFailure(undefined);
    try {
      await action();
    } catch (error) {
      setFailure({ title: failed, error });
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, setBusy, failure, attempt };
}
