import path from 'node:path';
import { ApiError } from '../../client/errors.ts';
import { FileError, keyVariable, type Problem } from '../../configuration/format.ts';
import { createService } from '../../configuration/service.ts';
import { StartError } from '../config.ts';
import { givenValues } from '../given-values.ts';
import { applyFile, planFile } from './apply-file.ts';
import { exitCodes } from './command-context.ts';
import { connectTo } from './connection.ts';
import { exportFile } from './export-file.ts';
import { problemLine } from './lines.ts';
import { checkedTarget, optionsIn, usage } from './options.ts';
import { reportInterruption, type Progress } from './progress.ts';
import { Interrupted, type Terminal } from './terminal.ts';
import { createWaits, type Waits } from './waits.ts';

const performed = { export: exportFile, plan: planFile, apply: applyFile };

/**
 * Runs a command.
 * @param stop ends it immediately, with `Interrupted` as its reason
 * @returns the exit code
 */
export async function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  const progress: Progress = { report: {} };
  const waits = createWaits(terminal.error);
  const asking: Terminal = {
    ...terminal,
    ask: (...question) => {
      waits.for('');
      return terminal.ask(...question);
    },
  };
  const stopped = new Promise<never>((_resolve, reject) =>
    stop.addEventListener('abort', () => reject(stop.reason as Error)),
  );
  stopped.catch(() => undefined);
  const { report } = progress;
  const isJson = args.includes('--json');
  try {
    return await Promise.race([stopped, perform(args, environment, asking, { progress, waits, stop })]);
  } catch (error) {
    if (error instanceof Interrupted) {
      reportInterruption(progress, terminal, isJson);
      return error.exitCode;
    }
    const problems = problemsOf(error);
    report.errors = [...(report.errors ?? []), ...problems];
    if (!(error instanceof FileError) && !isExpected(error)) throw error;
    for (const problem of problems) terminal.error(problemLine(problem));
    return exitCodes.failed;
  } finally {
    waits.for('');
    if (isJson) terminal.line(JSON.stringify(report));
  }
}

interface Running {
  progress: Progress;
  waits: Waits;
  stop: AbortSignal;
}

async function perform(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  running: Running,
): Promise<number> {
  const { progress, waits, stop } = running;
  const options = optionsIn(args);
  if (options.isHelp) {
    if (options.isJson) progress.report['usage'] = usage;
    else terminal.write(usage);
    return exitCodes.done;
  }
  const { command, base } = checkedTarget(options);
  const valueOf = valuesIn(environment, terminal.error);
  const key = valueOf(keyVariable)?.trim() ?? '';
  if (!/^[!-~]+$/.test(key)) throw new StartError(`${keyVariable} must be set to an API key`);
  const { exchange, basePath, close } = connectTo(base, key, environment, terminal.error);
  const noted: typeof exchange = (called, sent) => {
    stop.throwIfAborted();
    progress.path = called.path;
    waits.for(`the service (${called.method} ${sent.address.replace(/\?.*/, '')})`);
    return exchange(called, sent);
  };
  const name = options.file === '-' ? 'standard input' : path.basename(options.file).slice(0, 255);
  const service = createService({ exchange: noted, basePath }, name, undefined, terminal.error);
  try {
    return await performed[command]({ ...running, options, base, service, terminal, valueOf });
  } finally {
    if (!stop.aborted) await close();
  }
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof FileError) return error.problems;
  return [{ message: error instanceof Error ? error.message : String(error) }];
}

function isExpected(error: unknown): error is Error {
  return (
    [StartError, ApiError, RangeError].some((kind) => error instanceof kind) ||
    // Of parseArgs and of the file system.
    /^(ERR_PARSE_ARGS_|E[A-Z]+$)/.test((error as NodeJS.ErrnoException).code ?? '')
  );
}

/** Reads variables, each once. @throws StartError for one that can't be used */
function valuesIn(environment: NodeJS.ProcessEnv, onCut: (sentence: string) => void) {
  const known = new Map<string, string | undefined>();
  return (name: string): string | undefined => {
    if (!known.has(name)) {
      const { given, problems } = givenValues(environment, [name], onCut);
      if (problems.has(name)) throw new StartError(`${name}: ${problems.get(name)}`);
      known.set(name, given[name]);
    }
    return known.get(name);
  };
}
