/**
 * Evaluates expressions one after another in a process of its own (see `sandbox-process.ts`, which limits and ends
 * it). A request is a line of JSON on stdin; the response is the line `started`, then the result as a line of JSON.
 * The argument: the milliseconds after which an evaluation ends itself. The parent ends it sooner unless it's gone.
 */
import { writeSync } from 'node:fs';
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

let unread = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (/** @type {string} */ text) => {
  const lines = (unread + text).split('\n');
  unread = lines.pop() ?? '';
  for (const line of lines) respond(line);
});
// The parent has closed stdin, or is gone.
process.stdin.on('close', () => process.exit());
// Terminals and service managers signal all processes, but only the parent decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

function respond(/** @type {string} */ line) {
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
