import type { Result } from '../../configuration/apply.ts';
import type { Plan, PlanError } from '../../configuration/plan.ts';
import { labelOf, type FieldChange, type Step } from '../../configuration/steps.ts';

const signs = { create: '+', update: '~', delete: '-' };
const nouns = { groups: 'group', roles: 'role', users: 'user', oidc_providers: 'provider' };

/** A plan for people. */
export function* planLines({ steps, errors, consequences }: Plan): Generator<string> {
  for (const step of steps) {
    yield describe(step);
    for (const field of step.fields) yield `      ${fieldLine(field)}`;
  }
  const count = (action: Step['action']) => steps.filter((step) => step.action === action).length;
  yield steps.length === 0
    ? 'No changes'
    : `${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete`;
  for (const { isWarning, text } of consequences) yield `${isWarning ? 'Warning: ' : ''}${text}`;
  for (const error of errors) yield `Error: ${problemLine(error)}`;
}

/** A problem of a file, or of a plan. */
export function problemLine({ line, column, message }: PlanError): string {
  return line === undefined ? message : `line ${line}, column ${column}: ${message}`;
}

/** What became of a step. */
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

const describe = (step: Step) => `${signs[step.action]} ${nouns[step.section]} ${labelOf(step)}`;

function fieldLine({ name, before, after, variable }: FieldChange): string {
  if (variable !== undefined) return `${name}: from ${variable}`;
  return before === undefined ? `${name}: ${shown(after)}` : `${name}: ${shown(before)} → ${shown(after)}`;
}

const shown = (value: unknown) => JSON.stringify(value);
