import { limits } from '../../contract/limits.ts';
import { withoutPrototypes, type UsernameResult } from '../../contract/oidc/username-evaluation.mjs';
import type { ExpressionSandbox } from '../domain/oidc/oidc-ports.ts';
import {
  startSandboxProcess,
  type Outcome,
  type SandboxLimits,
  type SandboxProcess,
} from './sandbox-process.ts';

interface Options extends SandboxLimits {
  /** The maximum number of waiting evaluations, and how long they may wait. */
  maxWaiting: number;
  waitMilliseconds: number;
}

const defaults: Options = {
  milliseconds: 2_000,
  residentBytes: 128 * 1024 * 1024,
  maxWaiting: 200,
  waitMilliseconds: 10_000,
};

interface Waiting {
  expression: string;
  claims: Readonly<Record<string, unknown>>;
  since: number;
  resolve(result: UsernameResult): void;
  reject(error: Error): void;
}

const reasons = { time: 'it takes too long', memory: 'it needs too much memory' };

/**
 * Evaluates expressions one at a time in a child process that's started on first use, kept warm, and replaced after
 * an expression exceeded a limit. No other evaluation is running then, so none fails with it.
 */
export function createExpressionSandbox(given: Partial<Options> = {}) {
  const options = { ...defaults, ...given };
  // Round-robin by expression, so that one that always takes two seconds doesn't hold up the others.
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;
  let running: Promise<void> | undefined;
  let child: SandboxProcess | undefined;
  let closed = false;

  const next = (): Waiting | undefined => {
    const [expression, queue] = queues.entries().next().value ?? [];
    const first = queue?.shift();
    if (expression === undefined || !queue || !first) return undefined;
    queues.delete(expression);
    if (queue.length > 0) queues.set(expression, queue);
    waiting -= 1;
    return first;
  };
  const warm = () => {
    if (!child?.isAlive()) child = startSandboxProcess(options);
    return child;
  };
  const evaluate = async ({ expression, claims }: Waiting): Promise<UsernameResult> => {
    const request = { expression, claims: withoutPrototypes(claims), longest: limits.login };
    let outcome: Outcome = { started: false };
    // If the process ended while idle, it isn't this expression's fault.
    for (let attempt = 0; attempt < 2 && 'started' in outcome; attempt += 1)
      outcome = await warm().run(request);
    if ('result' in outcome) return outcome.result;
    if ('started' in outcome) throw new Error("its process doesn't start");
    if (!closed) warm();
    return { kind: 'failed', reason: reasons[outcome.exceeded] };
  };
  const work = async () => {
    for (let one = next(); one; one = next()) {
      if (closed) one.reject(new Error('the service is shutting down'));
      else if (performance.now() - one.since > options.waitMilliseconds)
        one.reject(new Error('too many other evaluations came first'));
      else await evaluate(one).then(one.resolve, one.reject);
    }
    running = undefined;
  };

  return {
    /** The warm process, if there is one. */
    pid: () => (child?.isAlive() ? child.pid : undefined),
    apply: (...[expression, claims]: Parameters<ExpressionSandbox['apply']>) =>
      new Promise<UsernameResult>((resolve, reject) => {
        if (closed) throw new Error('the service is shutting down');
        if (waiting >= options.maxWaiting) throw new Error('too many other evaluations are waiting');
        const queue = queues.get(expression) ?? [];
        queue.push({ expression, claims, since: performance.now(), resolve, reject });
        queues.set(expression, queue);
        waiting += 1;
        running ??= work();
      }),
    /** Lets the current evaluation finish, rejects the others and ends the process. */
    close: async () => {
      closed = true;
      await running;
      await child?.close();
    },
  };
}
