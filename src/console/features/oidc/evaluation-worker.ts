/** Evaluates an expression in a thread of its own, which `evaluate-apart.ts` ends when that takes too long. */
import { evaluate, type Claims } from './evaluate.ts';

/** What is to be evaluated; a document that isn't there is passed over. */
export interface EvaluationInput {
  expression: string;
  idToken: Claims | undefined;
  userInfo: Claims | undefined;
}

addEventListener('message', ({ data }: MessageEvent<EvaluationInput>) => {
  postMessage('started');
  postMessage(evaluate(data.expression, data.idToken, data.userInfo));
});
