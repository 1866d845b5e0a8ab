/**
 * Evaluates expressions one after another in a process of its own (see `sandbox-process.ts`, which limits and ends
 * it). A message in is a request; those out are `started`, then the result.
 * The argument: the milliseconds after which an evaluation ends itself. The parent ends it sooner unless it's gone.
 */
import vm from 'node:vm';
import { applyUsernamePath } from '../../contract/oidc/username-evaluation.mjs';

const orphanMilliseconds = Number(process.argv[2]);
/** The exit code for that, as of `timeout(1)`. */
const timedOut = 124;

/** @type {{ expression: string, claims: unknown, longest: number }} */
let request;
const evaluation = new vm.Script('evaluateRequest()');
Object.assign(globalThis, {
  evaluateRequest: () => applyUsernamePath(request.expression, request.claims, request.longest),
});

process.on('message', (/** @type {typeof request} */ message) => {
  request = message;
  process.send?.('started');
  let result;
  try {
    result = evaluation.runInThisContext({ timeout: orphanMilliseconds });
  } catch {
    process.exit(timedOut);
  }
  process.send?.(result);
});
// The parent is gone.
process.on('disconnect', () => process.exit());
// Terminals and service managers signal all processes, but only the parent decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
