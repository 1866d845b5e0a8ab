/** Evaluates expressions in a thread of its own, which `evaluate-in-worker.ts` terminates after too long. */
import { TreeInterpreter } from '@jmespath-community/jmespath';
import { evaluate, type Claims } from '../form/evaluate.ts';

/** The expression and its claims; undefined claims are skipped. */
export interface EvaluationInput {
  expression: string;
  idToken: Claims | undefined;
  userInfo: Claims | undefined;
}

/** Roughly the service's memory limit. A worker's own memory can't be limited, and is far larger. */
const maxCharacters = 40_000_000;
const maxElements = 5_000_000;

// On the prototype, because `let` creates further interpreters. No other thread shares it.
const runtime = Object.getPrototypeOf(TreeInterpreter.runtime) as typeof TreeInterpreter.runtime;
const { callFunction } = runtime;
runtime.callFunction = function callWithinMemory(name, args) {
  const value = callFunction.call(this, name, args);
  const isText = typeof value === 'string';
  if ((isText || Array.isArray(value)) && value.length > (isText ? maxCharacters : maxElements))
    throw new Error('it needs too much memory');
  return value;
};

addEventListener('message', ({ data }: MessageEvent<EvaluationInput>) => {
  postMessage('started');
  postMessage(evaluate(data.expression, data.idToken, data.userInfo));
});
