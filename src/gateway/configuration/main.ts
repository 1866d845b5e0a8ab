import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { addressMilliseconds } from '../config.ts';
import { run } from './command.ts';
import { processTerminal } from './terminal.ts';

setDefaultAutoSelectFamilyAttemptTimeout(addressMilliseconds);
process.exitCode = await run(process.argv.slice(2), process.env, processTerminal());
