import { useEffect, useMemo, useState } from 'react';
import { hasBoundedCost } from '../../../../contract/oidc/username-path.ts';
import { evaluate, type Claims } from './evaluate.ts';
import { evaluateInWorker, type EvaluationResult } from './evaluate-in-worker.ts';

/** Evaluates an expression; undefined while that is in progress. */
export function useEvaluation(
  expression: string,
  idToken: Claims | undefined,
  userInfo: Claims | undefined,
): EvaluationResult | undefined {
  const input = useMemo(() => ({ expression, idToken, userInfo }), [expression, idToken, userInfo]);
  const immediate = useMemo((): EvaluationResult | undefined => {
    if (!hasBoundedCost(expression)) return undefined;
    return { evaluation: evaluate(expression, idToken, userInfo) };
  }, [expression, idToken, userInfo]);
  const [done, setDone] = useState<{ input: object; result: EvaluationResult }>();
  const needsWorker = immediate === undefined;
  useEffect(() => {
    if (!needsWorker) return undefined;
    const controller = new AbortController();
    void evaluateInWorker(input, controller.signal).then((result) => {
      if (!controller.signal.aborted) setDone({ input, result });
    });
    return () => controller.abort();
  }, [needsWorker, input]);
  return immediate ?? (done?.input === input ? done.result : undefined);
}
