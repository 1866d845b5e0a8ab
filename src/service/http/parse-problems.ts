import type * as z from 'zod/v4/core';
import { limits } from '../../contract/limits.ts';

/**
 * Converts zod issues to problem sentences that begin with the field's name (`name: is required`). Lists a hundred
 * and counts the rest.
 */
export function parseProblems(error: z.$ZodError): string[] {
  const all = collectProblems(error);
  const rest = all.length - limits.problemsListed;
  if (rest <= 0) return all;
  const more =
    all.length < limits.problemsCounted ? `and ${rest} more problems` : `and at least ${rest} more problems`;
  return [...all.slice(0, limits.problemsListed), more];
}

/** At most `limits.problemsCounted`. */
function collectProblems(error: z.$ZodError): string[] {
  const found: string[] = [];
  for (const issue of error.issues) {
    const path = issue.path[0] === 'data' ? issue.path.slice(1) : issue.path;
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, limits.problemsCounted))
        found.push(`${nameOf([...path, key])}: isn't a known property`);
    } else {
      found.push(`${nameOf(path) || 'body'}: ${issue.message}`);
    }
    if (found.length >= limits.problemsCounted) return found.slice(0, limits.problemsCounted);
  }
  return found;
}

/** `features.0.privilege`; the lines of an import are numbered from 1: `groups line 17: name`. */
function nameOf(path: readonly PropertyKey[]): string {
  const [field, index, ...rest] = path;
  if (field !== 'groups' || typeof index !== 'number') return path.join('.');
  return [`groups line ${index + 1}`, ...(rest.length > 0 ? [rest.join('.')] : [])].join(': ');
}
