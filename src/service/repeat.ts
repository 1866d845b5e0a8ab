import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a task now and then regularly, with a pause after each run.
 * @param task doesn't fail
 * @returns how to stop it; resolves once it's idle
 */
export function repeat(milliseconds: number, task: () => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await task();
      await sleep(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };
  const running = loop();
  return () => {
    stopping.abort();
    return running;
  };
}
