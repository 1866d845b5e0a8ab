import type { Result } from './apply.ts';
import { headlineOf } from './deletions.ts';
import type { Plan } from './plan.ts';
import { changesOf, labelOf, type Step } from './steps.ts';

/** Whether a step's record isn't as planned. */
export const isFailure = ({ outcome }: Result) => outcome !== 'done' && outcome !== 'already';

/** What became of a plan, in a few words. */
export function totalOf(steps: readonly Step[], results: readonly Result[]): string {
  const failed = results.filter(isFailure).length;
  const left = steps.length - results.length;
  if (failed === 0 && left === 0) return 'Applied';
  return `${results.length - failed} applied, ${failed} failed, ${left} not tried`;
}

/** A plan and what became of it, without secrets, to be written as JSON. */
export function summaryOf(
  { steps, errors, consequences, deletions }: Plan,
  results: readonly Result[],
): object {
  const named = (step: Step) => ({ action: step.action, section: step.section, name: labelOf(step) });
  return {
    summary: headlineOf(steps, deletions),
    steps: steps.map((step) => ({
      ...named(step),
      path: step.record.path,
      renamed_from: step.renamedFrom,
      may_rename: step.mayRename && labelOf(step.mayRename),
      fields: changesOf(step),
    })),
    errors,
    consequences,
    results: results.map(({ step, outcome, detail }) => ({ ...named(step), outcome, detail })),
  };
}
