import type * as z from 'zod/v4/core';

/** A long list may be wrong in each of its entries. */
const most = 100;

/** The problems of a rejected input, one sentence each, beginning with the field's name (`name: is required`). */
export function sentences(error: z.$ZodError): string[] {
  const all = sentencesOf(error);
  return all.length <= most ? all : [...all.slice(0, most), `and ${all.length - most} more problems`];
}

function sentencesOf(error: z.$ZodError): string[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path[0] === 'data' ? issue.path.slice(1) : issue.path;
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => `${nameOf([...path, key])}: is not a known property`);
    }
    return [`${nameOf(path) || 'body'}: ${issue.message}`];
  });
}

/** `features.0.privilege`; the lines of an import count from 1, as people do: `groups line 17: name`. */
function nameOf(path: readonly PropertyKey[]): string {
  const [field, index, ...rest] = path;
  if (field !== 'groups' || typeof index !== 'number') return path.join('.');
  return [`groups line ${index + 1}`, ...(rest.length > 0 ? [rest.join('.')] : [])].join(': ');
}
