import type * as z from 'zod/v4/core';
import { isolate } from '../../contract/isolate.ts';
import { limits } from '../../contract/limits.ts';

/**
 * Converts zod issues to problem sentences that begin with the field's name (`name: is required`): at most
 * `limits.problemsCounted`.
 * @param query if it's the one with the issues
 */
export function parseProblems(error: z.$ZodError | undefined, query?: unknown): string[] {
  const found: string[] = [];
  const wrongTypes = new Set<string>();
  for (const issue of error?.issues ?? []) {
    const path = issue.path[0] === 'data' ? issue.path.slice(1) : issue.path;
    const field = nameOf(path) || 'body';
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, limits.problemsCounted)) {
        const unknown = nameOf([...path, shown(key)]);
        found.push(`${unknown}: isn't a known ${query ? 'parameter' : 'property'}`);
      }
    } else if (isRepeated(query, path)) {
      found.push(`${field}: must be sent only once`);
    } else if (!/^too_(small|big)$/.test(issue.code) || !wrongTypes.has(field)) {
      // zod checks the length of anything that has one, such as a list in place of a text.
      if (issue.code === 'invalid_type') wrongTypes.add(field);
      found.push(`${field}: ${issue.message}`);
    }
    if (found.length >= limits.problemsCounted) break;
  }
  return found.slice(0, limits.problemsCounted);
}

/** Lists a hundred problems and counts the rest. */
export function listed(problems: readonly string[]): readonly string[] {
  const rest = problems.length - limits.problemsListed;
  if (rest <= 0) return problems;
  const atLeast = problems.length < limits.problemsCounted ? '' : 'at least ';
  return [...problems.slice(0, limits.problemsListed), `and ${atLeast}${rest} more problems`];
}

const longestName = 100;

/** A name that a client made up: bounded, and recognizable if it's empty. */
export function shown(name: string): string {
  if (name === '') return "''";
  return isolate(name.length > longestName ? `${name.slice(0, longestName)}…` : name);
}

function isRepeated(query: unknown, [parameter]: readonly PropertyKey[]): boolean {
  return (
    parameter !== undefined && Array.isArray((query as Record<PropertyKey, unknown> | undefined)?.[parameter])
  );
}

/** `features.0.privilege`; the lines of an import are numbered from 1: `groups line 17: name`. */
function nameOf(path: readonly PropertyKey[]): string {
  const [field, index, ...rest] = path;
  if (field !== 'groups' || typeof index !== 'number') return path.join('.');
  return [`groups line ${index + 1}`, ...(rest.length > 0 ? [rest.join('.')] : [])].join(': ');
}
