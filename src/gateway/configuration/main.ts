import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { addressMilliseconds } from '../config.ts';
import { run } from './command.ts';
import { processTerminal } from './terminal.ts';

setDefaultAutoSelectFamilyAttemptTimeout(addressMilliseconds);
// What reads the output, such as `head`, has seen enough.
process.stdout.on('error', () => process.exit(1));
process.exitCode = await run(process.argv.slice(2), process.env, processTerminal());
