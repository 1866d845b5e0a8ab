import { withoutPrototypes, type Claims, type Evaluation } from './evaluate.ts';
import type { EvaluationInput } from './evaluation-worker.ts';

/** What an expression gave, or why this page can't tell. */
export type Evaluated = { evaluation: Evaluation } | { problem: string };

/** As long as the service waits, from when the evaluation starts. */
const millisecondsMost = 2_000;

const problems = {
  time: 'This expression takes too long to evaluate: the service would give up, and the sign-in would fail',
  failed:
    'This expression could not be evaluated here: it may need too much memory, which the service would refuse',
};

/** Kept for the next evaluation while it is idle. */
let idle: Worker | undefined;

/**
 * Evaluates in a worker, so that no expression can stop this page.
 * @param signal ends it, when nobody wants to know any more
 */
export function evaluateApart(
  { expression, idToken, userInfo }: EvaluationInput,
  signal: AbortSignal,
): Promise<Evaluated> {
  const worker =
    idle ??
    new Worker(new URL('./evaluation-worker.ts', import.meta.url), { type: 'module', name: 'evaluation' });
  idle = undefined;
  return new Promise((resolve) => {
    const over = new AbortController();
    let timer: number | undefined;
    const end = (evaluated: Evaluated, reusable = false) => {
      clearTimeout(timer);
      over.abort();
      if (reusable && !idle) idle = worker;
      else worker.terminate();
      resolve(evaluated);
    };
    const fail = () => end({ problem: problems.failed });
    const read = ({ data }: MessageEvent<'started' | Evaluation>) => {
      if (data !== 'started') end({ evaluation: data }, true);
      else timer = window.setTimeout(() => end({ problem: problems.time }), millisecondsMost);
    };
    worker.addEventListener('message', read, { signal: over.signal });
    // Its file could not be loaded, or its memory ran out.
    worker.addEventListener('error', fail, { signal: over.signal });
    signal.addEventListener('abort', fail, { signal: over.signal });
    worker.postMessage({ expression, idToken: bare(idToken), userInfo: bare(userInfo) });
  });
}

/** No deeper than is evaluated: what is passed to a worker is copied recursively. */
function bare(claims: Claims | undefined): unknown {
  return claims && withoutPrototypes(claims);
}
