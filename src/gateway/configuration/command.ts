import { ApiError } from '../../client/errors.ts';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { apply, type Result } from '../../configuration/apply.ts';
import { deletionsToType } from '../../configuration/deletions.ts';
import { exportFrom } from '../../configuration/export.ts';
import { FileError, fileLimits, keyVariable, sections, type Section } from '../../configuration/format.ts';
import { plan, type Plan, type PlanError } from '../../configuration/plan.ts';
import { read } from '../../configuration/read.ts';
import { createService } from '../../configuration/service.ts';
import { labelOf, variablesOf, type Step } from '../../configuration/steps.ts';
import { isFailure, summaryOf, totalOf } from '../../configuration/summary.ts';
import { decodeText, notUtf8 } from '../../contract/text-file.ts';
import { absoluteUrl } from '../../contract/urls.ts';
import { StartError } from '../config.ts';
import { givenValues } from '../given-values.ts';
import { connectTo } from './connection.ts';
import { planLines, problemLine, resultLine } from './lines.ts';
import { saveFile } from './save-file.ts';
import { Interrupted, type Terminal } from './terminal.ts';

const usage = `Usage: configuration export|plan|apply FILE --service URL [options]

  export    writes the service's records to FILE
  plan      shows what applying FILE would change
  apply     changes the service so that it's as FILE says
  FILE      YAML or JSON; - is standard input or output

  --service URL   the API: https://console.example.com/api through a console, or a service's own base URL
  --only LIST     sections, separated by commas: ${sections.join(', ')}
  --prune         also deletes the records of FILE's sections that FILE lacks, and resets what it leaves out,
                  except groups, roles and features
  --yes           applies without asking
  --delete N      the number of deletions, needed besides --yes for more than a fifth of a kind or all of it
  --continue      applies the rest after an error
  --partial       replaces FILE also by an export that lacks what can't be read
  --json          prints JSON

Environment: ${keyVariable}, SERVICE_CA, SERVICE_INSECURE_TLS, HTTPS_PROXY, NO_PROXY, and the variables that FILE names.
Exit codes: 0 nothing to change, or applied; 2 changes to apply; 3 an incomplete export; 4 declined; 1 errors; 130, 143 interrupted.
`;

const exitCodes = { done: 0, failed: 1, pending: 2, incomplete: 3, declined: 4 } as const;

/** What `--json` prints at the end, also after an error. */
interface Report {
  errors?: readonly PlanError[];
  [more: string]: unknown;
}

/** A plan that's being applied. */
interface Applying {
  shown: Plan;
  results: Result[];
}

/** What a command has done so far. */
interface Progress {
  report: Report;
  /** Where the last request was sent. */
  path?: string;
  applying?: Applying;
}

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
  const report: Report = {};
  const progress: Progress = { report };
  const stopped = new Promise<never>((_resolve, reject) =>
    stop.addEventListener('abort', () => reject(stop.reason as Error)),
  );
  stopped.catch(() => undefined);
  try {
    return await Promise.race([stopped, perform(args, environment, terminal, progress, stop)]);
  } catch (error) {
    if (error instanceof Interrupted) {
      reportInterruption(progress, terminal, args.includes('--json'));
      return error.exitCode;
    }
    const problems = problemsOf(error);
    report.errors = [...(report.errors ?? []), ...problems];
    if (!(error instanceof FileError) && !isExpected(error)) throw error;
    for (const problem of problems) terminal.error(problemLine(problem));
    return exitCodes.failed;
  } finally {
    if (args.includes('--json')) terminal.line(JSON.stringify(report));
  }
}

/** Says what was done, and what may have been. */
function reportInterruption(
  { report, path: last, applying }: Progress,
  terminal: Terminal,
  isJson: boolean,
): void {
  let sentence = 'Interrupted: nothing was applied';
  if (applying) {
    const { shown, results } = applying;
    const tried = new Set(results.map(({ step }) => step));
    const isGroup = ({ action, section }: Step) => action === 'create' && section === 'groups';
    const left = shown.steps.filter((step) => !tried.has(step));
    const inOrder = [...left.filter(isGroup), ...left.filter((step) => !isGroup(step))];
    // Groups are created together.
    const isImport = last === '/group_imports' || last?.startsWith('/delayed_job_statuses/') === true;
    const unsure = isImport && inOrder[0] && isGroup(inOrder[0]) ? left.filter(isGroup) : inOrder.slice(0, 1);
    const detail = 'interrupted, it may have been done';
    const unknown = unsure.map((step): Result => ({ step, outcome: 'unknown', detail }));
    if (!isJson) terminal.lines(unknown.map(resultLine));
    Object.assign(report, summaryOf(shown, [...results, ...unknown]));
    const done = results.filter((result) => !isFailure(result)).length;
    const failed = results.length - done;
    sentence = `Interrupted: ${done} applied, ${failed} failed, ${unknown.length} unknown, ${left.length - unknown.length} not tried`;
  }
  report.errors = [...(report.errors ?? []), { message: sentence }];
  terminal.error(sentence);
}

function problemsOf(error: unknown): readonly PlanError[] {
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

async function perform(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  progress: Progress,
  stop: AbortSignal,
): Promise<number> {
  const { report } = progress;
  const { values: options, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      service: { type: 'string' },
      only: { type: 'string' },
      prune: { type: 'boolean' },
      yes: { type: 'boolean' },
      delete: { type: 'string' },
      continue: { type: 'boolean' },
      partial: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [command = '', file = '', ...others] = positionals;
  const isJson = options.json === true;
  if (options.help) {
    terminal.write(usage);
    return exitCodes.done;
  }
  if (!['export', 'plan', 'apply'].includes(command) || file === '' || others.length > 0)
    throw new StartError(
      isJson ? 'The command must be export, plan or apply, with one FILE' : usage.trimEnd(),
    );
  if (isJson && command === 'export' && file === '-')
    throw new StartError('--json needs a FILE to export to: standard output is for JSON');
  const base = absoluteUrl(options.service ?? '');
  if (!base || !/^https?:$/.test(base.protocol)) throw new StartError('--service must be the URL of an API');
  const valueOf = valuesIn(environment, terminal.error);
  const key = valueOf(keyVariable)?.trim() ?? '';
  if (!/^[!-~]+$/.test(key)) throw new StartError(`${keyVariable} must be set to an API key`);
  const only = sectionsIn(options.only);
  const { exchange, basePath, close } = connectTo(base, key, environment, terminal.error);
  try {
    const name = file === '-' ? 'standard input' : path.basename(file).slice(0, 255);
    const noting: typeof exchange = (called, sent) => {
      stop.throwIfAborted();
      progress.path = called.path;
      return exchange(called, sent);
    };
    const service = createService({ exchange: noting, basePath }, name, undefined, terminal.error);
    if (command === 'export') {
      const schema = `${base.origin}/-/configuration.schema.json`;
      const { text, missing, notes } = exportFrom(await service.current(only), {
        schema,
        service: base.host,
        only,
      });
      const isKept = missing.length > 0 && options.partial !== true && file !== '-' && existsSync(file);
      Object.assign(report, { file, written: !isKept, missing, notes });
      if (file === '-') terminal.write(text);
      else if (!isKept) saveFile(file, text);
      for (const note of notes) terminal.error(note);
      if (isKept)
        terminal.error(
          `${file} stays as it is: add --partial to replace it, or leave out sections by --only`,
        );
      return missing.length > 0 ? exitCodes.incomplete : exitCodes.done;
    }
    const wanted = read(await contentOf(file), only);
    const secrets = new Map<string, string>();
    const planned = async (): Promise<Plan> => {
      const current = await service.current(sections.filter((section) => options.prune || wanted[section]));
      return plan(wanted, current, {
        prune: options.prune === true,
        hasSecret: (variable) => Boolean(secrets.get(variable) ?? valueOf(variable)),
      });
    };
    let shown = await planned();
    const missing = [...variablesOf(shown.steps)].filter(([variable]) => !valueOf(variable));
    if (command === 'apply' && !isJson && terminal.isInteractive && missing.length > 0) {
      for (const [variable, step] of missing)
        secrets.set(variable, await terminal.ask(`${variable}, for ${labelOf(step)}: `, 'secret'));
      shown = await planned();
    }
    if (!isJson) terminal.lines(planLines(shown));
    const results: Result[] = [];
    Object.assign(report, summaryOf(shown, results));
    const stillMissing = [...variablesOf(shown.steps).keys()].filter(
      (variable) => !(secrets.get(variable) ?? valueOf(variable)),
    );
    if (command === 'plan' || shown.errors.length > 0 || shown.steps.length === 0) {
      return shown.errors.length > 0
        ? exitCodes.failed
        : shown.steps.length > 0
          ? exitCodes.pending
          : exitCodes.done;
    }
    if (stillMissing.length > 0) throw new StartError(`Set ${stillMissing.join(', ')}`);
    await confirmDeletions(shown, options.delete, isJson ? undefined : terminal);
    if (!options.yes) {
      if (isJson || !terminal.isInteractive) throw new StartError('Add --yes to apply without asking');
      if ((await terminal.ask('Apply these changes? Enter yes: ')).trim() !== 'yes') {
        terminal.line('Nothing was applied');
        return exitCodes.declined;
      }
    }
    for (const variable of variablesOf(shown.steps).keys())
      secrets.set(variable, secrets.get(variable) ?? valueOf(variable) ?? '');
    try {
      progress.applying = { shown, results };
      for await (const result of apply(shown, service, secrets)) {
        stop.throwIfAborted();
        results.push(result);
        if (!isJson) terminal.progress(resultLine(result), `${results.length} of ${shown.steps.length}`);
        if (isFailure(result) && !options.continue) break;
      }
    } finally {
      Object.assign(report, summaryOf(shown, results));
      if (!isJson && !stop.aborted) terminal.line(totalOf(shown.steps, results));
    }
    return results.some(isFailure) ? exitCodes.failed : exitCodes.done;
  } finally {
    if (!stop.aborted) await close();
  }
}

/** Asks for the number of deletions if there are many and it isn't given. @throws StartError if it's missing or wrong */
async function confirmDeletions(
  { deletions, steps }: Plan,
  given: string | undefined,
  terminal: Terminal | undefined,
): Promise<void> {
  const isNeeded = deletionsToType(deletions) > 0;
  if (!isNeeded && given === undefined) return;
  const count = String(steps.filter(({ action }) => action === 'delete').length);
  const typed =
    given === undefined && terminal?.isInteractive === true
      ? await terminal.ask(`This deletes ${count} records. Enter their number: `)
      : given;
  if (typed?.trim() !== count)
    throw new StartError(`Nothing was applied: add --delete ${count} to delete ${count} records`);
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

function sectionsIn(list: string | undefined): Section[] {
  const names = list?.split(',').map((name) => name.trim()) ?? sections;
  const unknown = names.find((name) => !sections.some((section) => section === name));
  if (unknown !== undefined) throw new StartError(`--only: ${unknown} isn't one of ${sections.join(', ')}`);
  return sections.filter((section) => names.includes(section));
}

async function contentOf(file: string): Promise<string> {
  // Of characters there are at most as many as bytes.
  if (file !== '-' && statSync(file).size > 4 * fileLimits.characters)
    throw new StartError(`${file}: is longer than 32 MB`);
  // Another process can have made the pipe non-blocking, and reading it would fail.
  const bytes = file === '-' ? await buffer(process.stdin) : readFileSync(file);
  const text = decodeText(Uint8Array.from(bytes));
  if (text === undefined) throw new StartError(`${file}: ${notUtf8}`);
  return text;
}
