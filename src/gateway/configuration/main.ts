import { run } from './command.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await run(process.argv.slice(2), process.env, processTerminal());
