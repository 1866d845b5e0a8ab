import type { Result } from '../../configuration/apply.ts';
import type { Problem } from '../../configuration/format.ts';
import type { Plan } from '../../configuration/plan.ts';
import type { Step } from '../../configuration/steps.ts';
import { isFailure, summaryOf } from '../../configuration/summary.ts';
import { resultLine } from './lines.ts';
import type { Terminal } from './terminal.ts';

/** What `--json` prints at the end, also after an error. */
interface Report {
  errors?: readonly Problem[];
  [more: string]: unknown;
}

export interface Progress {
  report: Report;
  /** Where the last request was sent. */
  path?: string;
  applying?: { shown: Plan; results: Result[] };
}

const isGroup = ({ action, section }: Step) => action === 'create' && section === 'groups';

/** Says what was done before an interruption, and what may have been. */
export function reportInterruption(progress: Progress, terminal: Terminal, isJson: boolean): void {
  const { report, path: last, applying } = progress;
  let sentence = 'Interrupted: nothing was applied';
  if (applying) {
    const { shown, results } = applying;
    const tried = new Set(results.map(({ step }) => step));
    const left = shown.steps.filter((step) => !tried.has(step));
    // Groups are created together.
    const isImport = last === '/group_imports' || last?.startsWith('/delayed_job_statuses/') === true;
    const unsure = isImport && left[0] && isGroup(left[0]) ? left.filter(isGroup) : left.slice(0, 1);
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
