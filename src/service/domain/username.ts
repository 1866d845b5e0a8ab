import { Worker } from 'node:worker_threads';
import { compile } from '@jmespath-community/jmespath';
import { limits } from '../../contract/limits.ts';

/** Deeper expressions than any real mapping; the library recurses. */
const depthMost = 60;

/**
 * Checks a `username_path`.
 * @returns what is wrong with it as JMESPath, or undefined
 */
export function usernamePathProblem(expression: string): string | undefined {
  let depth = 0;
  for (const character of expression) {
    if ('([{'.includes(character)) depth += 1;
    if (depth > depthMost) return 'must not be nested so deeply';
  }
  try {
    compile(expression);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : 'syntax error';
    return `must be a JMESPath expression (${reason})`;
  }
}

/** What `username_path` gave on one document: a login, or why there is none. */
export type UsernameResult = { login: string } | { reason: string };

const millisecondsMost = 2_000;
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 };

/**
 * Applies `username_path` to claims. A short expression can ask for any amount of time and memory (each `[@,@][]`
 * doubles what the one before it gave), so it runs in a thread of its own, which is ended when it takes too much.
 * @param expression already checked with `usernamePathProblem`
 */
export async function usernameIn(
  expression: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<UsernameResult> {
  let timer: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  try {
    return await new Promise<UsernameResult>((resolve, reject) => {
      worker = new Worker(new URL('./username-worker.mjs', import.meta.url), {
        workerData: { expression, claims, longest: limits.login },
        resourceLimits,
      });
      worker.once('message', resolve).once('error', reject);
      // From when it runs: a busy machine may take its time to start a thread.
      worker.once('online', () => {
        timer = setTimeout(() => reject(new Error('it takes too much time')), millisecondsMost);
      });
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it takes too much memory' : message.slice(0, 200);
    return { reason: `failed: ${reason}` };
  } finally {
    clearTimeout(timer);
    void worker?.terminate();
  }
}
