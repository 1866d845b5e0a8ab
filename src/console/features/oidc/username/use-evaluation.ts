import { useEffect, useMemo, useState } from 'react';
import { hasBoundedCost } from '../../../../contract/oidc/username-path.ts';
import { evaluate, type Claims } from './evaluate.ts';
import { evaluateApart, type Evaluated } from './evaluate-in-worker.ts';

/** What an expression gives on claims; undefined while it is being evaluated. */
export function useEvaluation(
  expression: string,
  idToken: Claims | undefined,
  userInfo: Claims | undefined,
): Evaluated | undefined {
  const input = useMemo(() => ({ expression, idToken, userInfo }), [expression, idToken, userInfo]);
  const atOnce = useMemo((): Evaluated | undefined => {
    if (!hasBoundedCost(expression)) return undefined;
    return { evaluation: evaluate(expression, idToken, userInfo) };
  }, [expression, idToken, userInfo]);
  const [done, setDone] = useState<{ input: object; evaluated: Evaluated }>();
  const apart = atOnce === undefined;
  useEffect(() => {
    if (!apart) return undefined;
    const leaving = new AbortController();
    void evaluateApart(input, leaving.signal).then((evaluated) => {
      if (!leaving.signal.aborted) setDone({ input, evaluated });
    });
    return () => leaving.abort();
  }, [apart, input]);
  return atOnce ?? (done?.input === input ? done.evaluated : undefined);
}
