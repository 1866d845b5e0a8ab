/**
 * Evaluates expressions, one after the other, in a process of its own (see `sandbox-process.ts`, which limits and ends
 * it). A request is a line of JSON on stdin; what comes back is the line `started`, and the result as a line of JSON.
 */
import { writeSync } from 'node:fs';
import vm from 'node:vm';
import { applyUsernamePath } from '../domain/oidc/username-evaluation.mjs';

/** After which an evaluation ends even if the parent, which ends it sooner, is gone. */
const orphanMilliseconds = 5_000;
/** The exit code for that, as that of `timeout(1)`. */
const timedOut = 124;

/** @type {{ expression: string, claims: unknown, longest: number }} */
let request;
const evaluation = new vm.Script('evaluateRequest()');
Object.assign(globalThis, {
  evaluateRequest: () => applyUsernamePath(request.expression, request.claims, request.longest),
});

let unread = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (/** @type {string} */ text) => {
  const lines = (unread + text).split('\n');
  unread = lines.pop() ?? '';
  for (const line of lines) answer(line);
});
// The parent has closed it, or is gone.
process.stdin.on('close', () => process.exit());
// What a terminal or a service manager sends to all processes: the parent decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

function answer(/** @type {string} */ line) {
  request = JSON.parse(line);
  // Not `process.stdout`, which would write only after the evaluation.
  writeSync(1, 'started\n');
  let result;
  try {
    result = evaluation.runInThisContext({ timeout: orphanMilliseconds });
  } catch {
    process.exit(timedOut);
  }
  writeSync(1, `${JSON.stringify(result)}\n`);
}
