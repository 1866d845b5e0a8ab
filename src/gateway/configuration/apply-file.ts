import { loginSkeleton } from '../../contract/access/login-skeleton.ts';
import { readFileSync, statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { apply, type Result } from '../../configuration/apply.ts';
import { confirmationOf, deletionsToType } from '../../configuration/deletions.ts';
import { fileLimits, sections } from '../../configuration/format.ts';
import { plan, withCounts, type Plan } from '../../configuration/plan.ts';
import { read } from '../../configuration/read.ts';
import { labelOf, variablesOf } from '../../configuration/steps.ts';
import { isFailure, summaryOf, totalOf } from '../../configuration/summary.ts';
import { decodeText, notUtf8 } from '../../contract/text-file.ts';
import { StartError } from '../config.ts';
import { exitCodes, type Command } from './command-context.ts';
import { planLines, resultLine } from './lines.ts';

/** Longer ones take seconds to read. */
const longFile = 1024 * 1024;

/** Shows what applying a file would change. @returns the exit code */
export async function planFile(command: Command): Promise<number> {
  const { shown } = await planned(command);
  return codeOf(show(shown, command));
}

/** Shows it, and applies it if it's confirmed. @returns the exit code */
export async function applyFile(command: Command): Promise<number> {
  const { shown, secrets } = await planned(command);
  const code = codeOf(show(shown, command));
  if (code !== exitCodes.pending) return code;
  const missing = [...variablesOf(shown.steps)].filter(([variable]) => !secrets.get(variable));
  if (missing.length > 0) throw new StartError(`Set ${missing.map(secretFor).join(', ')}`);
  if (!(await isConfirmed(shown, command))) {
    command.terminal.line('Nothing was applied');
    return exitCodes.declined;
  }
  return carryOut(shown, secrets, command);
}

/** Makes a plan, and asks for its secrets if someone can answer. */
async function planned(command: Command) {
  const { options, service, terminal, waits, valueOf } = command;
  const wanted = read(await contentOf(command), options.only);
  const used = sections.filter((section) => options.isPruned || wanted[section]);
  const typed = new Map<string, string>();
  const secretOf = (variable: string) => typed.get(variable) ?? valueOf(variable);
  const make = async (): Promise<Plan> => {
    const current = await service.current(used);
    waits.for('');
    const hasSecret = (variable: string) => Boolean(secretOf(variable));
    const how = { prune: options.isPruned, hasSecret, secretOf, skeletonOf: loginSkeleton };
    return withCounts(plan(wanted, current, how), service);
  };
  let shown = await make();
  const missing = [...variablesOf(shown.steps)].filter(([variable]) => !valueOf(variable));
  if (options.command === 'apply' && !options.isJson && terminal.isInteractive && missing.length > 0) {
    for (const secret of missing)
      typed.set(secret[0], await terminal.ask(`${secretFor(secret)}: `, 'secret'));
    shown = await make();
  }
  const values = [...variablesOf(shown.steps).keys()].map(
    (variable) => [variable, secretOf(variable) ?? ''] as const,
  );
  return { shown, secrets: new Map(values) };
}

const secretFor = ([variable, step]: [string, Parameters<typeof labelOf>[0]]) =>
  `${variable}, for ${labelOf(step)}`;

function show(shown: Plan, { options, terminal, progress }: Command): Plan {
  if (!options.isJson) terminal.lines(planLines(shown, options.isAll));
  Object.assign(progress.report, summaryOf(shown, []));
  return shown;
}

function codeOf({ errors, steps }: Plan): number {
  if (errors.length > 0) return exitCodes.failed;
  return steps.length > 0 ? exitCodes.pending : exitCodes.done;
}

/** Whether someone wants it, with the number of deletions if there are many. @throws StartError if no one can be asked */
async function isConfirmed({ deletions, steps }: Plan, { options, terminal }: Command): Promise<boolean> {
  const canAsk = !options.isJson && terminal.isInteractive;
  const deleted = steps.filter(({ action }) => action === 'delete').length;
  const number = deletionsToType(deletions);
  if (number > 0 || options.delete !== undefined) {
    const what = number > 0 ? confirmationOf(deletions) : `delete ${deleted} records`;
    const count = String(number > 0 ? number : deleted);
    const typed =
      options.delete === undefined && canAsk
        ? await terminal.ask(`To ${what}, enter their number: `)
        : options.delete;
    if (count === '0')
      throw new StartError('Nothing was applied: leave out --delete, because nothing is deleted');
    if (typed?.trim() !== count)
      throw new StartError(`Nothing was applied: add --delete ${count} to ${what}`);
  }
  if (options.isConfirmed) return true;
  if (!canAsk) throw new StartError('Add --yes to apply without asking');
  return (await terminal.ask('Apply these changes? Enter yes: ')).trim() === 'yes';
}

async function carryOut(
  shown: Plan,
  secrets: ReadonlyMap<string, string>,
  command: Command,
): Promise<number> {
  const { options, service, terminal, progress, stop } = command;
  const results: Result[] = [];
  progress.applying = { shown, results };
  try {
    for await (const result of apply(shown, service, secrets)) {
      stop.throwIfAborted();
      results.push(result);
      const position = `${results.length} of ${shown.steps.length}`;
      if (!options.isJson) terminal.progress(resultLine(result), position);
      if (isFailure(result) && !options.isContinued) break;
    }
  } finally {
    Object.assign(progress.report, summaryOf(shown, results));
    if (!options.isJson && !stop.aborted) terminal.line(totalOf(shown.steps, results));
  }
  return results.some(isFailure) ? exitCodes.failed : exitCodes.done;
}

async function contentOf({ options: { file }, terminal, waits }: Command): Promise<string> {
  // Of characters there are at most as many as bytes.
  if (file !== '-' && statSync(file).size > 4 * fileLimits.characters)
    throw new StartError(`${file}: is longer than 32 MB`);
  waits.for(file === '-' ? 'standard input' : file);
  // Another process can have made the pipe non-blocking, and reading it would fail.
  const bytes = file === '-' ? await buffer(process.stdin) : readFileSync(file);
  const text = decodeText(Uint8Array.from(bytes));
  if (text === undefined) throw new StartError(`${file}: ${notUtf8}`);
  if (bytes.length > longFile) terminal.error(`Reading ${file}, which takes some seconds`);
  return text;
}
