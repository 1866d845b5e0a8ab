/** Evaluates an expression in a thread of its own, which `evaluate-apart.ts` ends when that takes too long. */
import { TreeInterpreter } from '@jmespath-community/jmespath';
import { evaluate, type Claims } from './evaluate.ts';

/** What is to be evaluated; a document that isn't there is passed over. */
export interface EvaluationInput {
  expression: string;
  idToken: Claims | undefined;
  userInfo: Claims | undefined;
}

/** About what the service's memory holds. Browsers let nobody limit a worker's, and have far more. */
const charactersMost = 40_000_000;
const membersMost = 5_000_000;

// Of the prototype, because `let` makes interpreters of its own; it is this worker's alone.
const runtime = Object.getPrototypeOf(TreeInterpreter.runtime) as typeof TreeInterpreter.runtime;
const { callFunction } = runtime;
runtime.callFunction = function callWithinMemory(name, args) {
  const value = callFunction.call(this, name, args);
  const isText = typeof value === 'string';
  if ((isText || Array.isArray(value)) && value.length > (isText ? charactersMost : membersMost))
    throw new Error('it needs too much memory');
  return value;
};

addEventListener('message', ({ data }: MessageEvent<EvaluationInput>) => {
  postMessage('started');
  postMessage(evaluate(data.expression, data.idToken, data.userInfo));
});
