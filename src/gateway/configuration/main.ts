import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { addressMilliseconds } from '../config.ts';
import { run } from './command.ts';
import { Interrupted, processTerminal } from './terminal.ts';

setDefaultAutoSelectFamilyAttemptTimeout(addressMilliseconds);
// What reads the output, such as `head`, has seen enough.
process.stdout.on('error', () => process.exit(1));
const stop = new AbortController();
const end = (exitCode: number) => () => {
  if (stop.signal.aborted) process.exit(exitCode);
  stop.abort(new Interrupted(exitCode));
};
process.on('SIGINT', end(130)).on('SIGTERM', end(143));
process.exitCode = await run(process.argv.slice(2), process.env, processTerminal(), stop.signal);
// Doesn't wait for what was interrupted.
if (stop.signal.aborted) process.exit();
