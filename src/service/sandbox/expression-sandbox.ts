import { limits } from '../../contract/limits.ts';
import type { ExpressionSandbox, UsernameResult } from '../domain/oidc/oidc-ports.ts';
import { bare } from '../domain/oidc/username-evaluation.mjs';
import { SandboxProcess, type Outcome, type SandboxLimits } from './sandbox-process.ts';

interface Options extends SandboxLimits {
  /** How many evaluations may wait, and how long. */
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

/** A sandbox whose owner closes it. */
interface OwnedSandbox extends ExpressionSandbox {
  /** The process that is kept warm, if there is one. */
  pid(): number | undefined;
  /** Lets the evaluation under way finish, turns the others away and ends the process. */
  close(): Promise<void>;
}

const reasons = {
  time: 'failed: it takes too long',
  memory: 'failed: it needs too much memory',
};

/**
 * Evaluates expressions one at a time in a child process that is started when first needed, kept warm, and replaced when
 * an expression took too much. Nobody else's evaluation is in it then, so nobody else's fails.
 */
export function createExpressionSandbox(given: Partial<Options> = {}): OwnedSandbox {
  const options = { ...defaults, ...given };
  // By expression and in turns, so that one that always takes two seconds doesn't keep the others waiting.
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
    if (!child?.alive) child = new SandboxProcess(options);
    return child;
  };
  const evaluate = async ({ expression, claims }: Waiting): Promise<UsernameResult> => {
    const request = JSON.stringify({ expression, claims: bare(claims), longest: limits.login });
    let outcome: Outcome = { started: false };
    // A process that ended while it was idle is no fault of this expression.
    for (let attempt = 0; attempt < 2 && 'started' in outcome; attempt += 1)
      outcome = await warm().run(request);
    if ('result' in outcome) return outcome.result;
    if ('started' in outcome) throw new Error('its process does not start');
    if (!closed) warm();
    return { reason: reasons[outcome.exceeded] };
  };
  const work = async () => {
    for (let one = next(); one; one = next()) {
      if (closed) one.reject(new Error('the service is shutting down'));
      else if (performance.now() - one.since > options.waitMilliseconds)
        one.reject(new Error('too many others came first'));
      else await evaluate(one).then(one.resolve, one.reject);
    }
    running = undefined;
  };

  return {
    pid: () => (child?.alive ? child.pid : undefined),
    apply: (expression, claims) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Error('the service is shutting down');
        if (waiting >= options.maxWaiting) throw new Error('too many others are waiting');
        const queue = queues.get(expression) ?? [];
        queue.push({ expression, claims, since: performance.now(), resolve, reject });
        queues.set(expression, queue);
        waiting += 1;
        running ??= work();
      }),
    close: async () => {
      closed = true;
      await running;
      await child?.close();
    },
  };
}
