import { withoutPrototypes } from '../../../../contract/oidc/username-evaluation.mjs';
import type { Claims, Evaluation } from '../form/evaluate.ts';
import type { EvaluationInput } from './evaluation-worker.ts';

/** An evaluation, or why it couldn't be done. */
export type EvaluationResult = { evaluation: Evaluation } | { problem: string };

/** The service's own time limit, counted from the start of the evaluation. */
const maxMilliseconds = 2_000;

const problems = {
  time: 'This expression takes too long to evaluate, so sign-ins would fail',
  failed: "Couldn't evaluate this expression here. It may need more memory than the service allows",
  load: "Couldn't load the code that evaluates expressions. Reload the page; unsaved changes are kept",
};

/** Reused by the next evaluation. */
let idle: Worker | undefined;

/**
 * Evaluates in a worker, so that no expression can freeze this page.
 * @param signal cancels the evaluation
 */
export function evaluateInWorker(
  { expression, idToken, userInfo }: EvaluationInput,
  signal: AbortSignal,
): Promise<EvaluationResult> {
  const worker =
    idle ??
    new Worker(new URL('./evaluation-worker.ts', import.meta.url), { type: 'module', name: 'evaluation' });
  idle = undefined;
  return new Promise((resolve) => {
    const ended = new AbortController();
    let timer: number | undefined;
    const end = (result: EvaluationResult, reusable = false) => {
      clearTimeout(timer);
      ended.abort();
      if (reusable && !idle) idle = worker;
      else worker.terminate();
      resolve(result);
    };
    let started = false;
    const fail = () => end({ problem: started ? problems.failed : problems.load });
    const receive = ({ data }: MessageEvent<'started' | Evaluation>) => {
      if (data !== 'started') {
        end({ evaluation: data }, true);
        return;
      }
      started = true;
      timer = window.setTimeout(() => end({ problem: problems.time }), maxMilliseconds);
    };
    worker.addEventListener('message', receive, { signal: ended.signal });
    // The worker's script couldn't be loaded, or it ran out of memory.
    worker.addEventListener('error', fail, { signal: ended.signal });
    signal.addEventListener('abort', fail, { signal: ended.signal });
    worker.postMessage({ expression, idToken: limitDepth(idToken), userInfo: limitDepth(userInfo) });
  });
}

/** Drops what is too deep to be evaluated: messages to a worker are cloned recursively. */
function limitDepth(claims: Claims | undefined): unknown {
  return claims && withoutPrototypes(claims);
}
