import type * as z from 'zod/v4/core';

/** The problems of a rejected input, one sentence each, beginning with the field's name (`name: is required`). */
export function sentences(error: z.$ZodError): string[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path[0] === 'data' ? issue.path.slice(1) : issue.path;
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => `${[...path, key].join('.')}: is not a known property`);
    }
    return [`${path.join('.') || 'body'}: ${issue.message}`];
  });
}
