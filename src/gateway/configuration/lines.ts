import type { Result } from '../../configuration/apply.ts';
import { headlineOf } from '../../configuration/deletions.ts';
import { sections, type Problem } from '../../configuration/format.ts';
import { nouns, titles } from '../../configuration/kinds.ts';
import type { Plan } from '../../configuration/plan.ts';
import { changesOf, labelOf, type FieldChange, type Step } from '../../configuration/steps.ts';

const signs = { create: '+', update: '~', delete: '-' };
/** Of a section. */
const mostLines = 250;

/** A plan for people: in one line, by section, and what it means. @param isAll whether all lines are shown */
export function* planLines(
  { steps, errors, consequences, deletions }: Plan,
  isAll = false,
): Generator<string> {
  if (steps.length > 0 || errors.length === 0) yield headlineOf(steps, deletions);
  const most = isAll ? Infinity : mostLines;
  for (const section of sections) {
    const own = steps.filter((step) => step.section === section);
    if (own.length === 0) continue;
    const lines = linesOf(own);
    const deleted = deletions.filter((each) => each.section === section);
    yield `${titles[section]}: ${headlineOf(own, deleted)}`;
    yield* lines.slice(0, most);
    const more = lines.length - most;
    if (more > 0) yield `… ${more.toLocaleString('en')} more lines, which --all shows`;
  }
  for (const { isWarning, text } of consequences) yield `${isWarning ? 'Warning: ' : ''}${text}`;
  for (const error of errors) yield `Error: ${problemLine(error)}`;
}

/** A section's changes, deletions first. Those that may be renames are part of the line with the new name. */
function linesOf(steps: readonly Step[]): string[] {
  const renamed = new Set(steps.map(({ mayRename }) => mayRename));
  const ordered = steps.toSorted(
    (one, other) => Number(other.action === 'delete') - Number(one.action === 'delete'),
  );
  return ordered.flatMap((step) => {
    if (renamed.has(step)) return [];
    const { mayRename: old } = step;
    const line = old
      ? `± ${nounAndLabel(step)}, may be a rename of ${labelOf(old)}, which is deleted`
      : describe(step);
    return [line, ...changesOf(step).map((field) => `      ${fieldLine(field)}`)];
  });
}

export function problemLine({ line, column, message }: Problem): string {
  return line === undefined ? message : `line ${line}, column ${column}: ${message}`;
}

export function resultLine({ step, outcome, detail }: Result): string {
  const words = {
    done: 'done',
    already: 'done before',
    changed: 'not done',
    failed: 'failed',
    unknown: 'unknown',
  };
  return `${describe(step)}: ${words[outcome]}${detail === undefined ? '' : `, ${detail}`}`;
}

const nounAndLabel = (step: Step) => `${nouns[step.section]} ${labelOf(step)}`;
const describe = (step: Step) => `${signs[step.action]} ${nounAndLabel(step)}`;

function fieldLine({ name, before, after, variable }: FieldChange): string {
  if (variable !== undefined) return `${name}: from ${variable}`;
  return before === undefined ? `${name}: ${shown(after)}` : `${name}: ${shown(before)} → ${shown(after)}`;
}

const shown = (value: unknown) => JSON.stringify(value);
