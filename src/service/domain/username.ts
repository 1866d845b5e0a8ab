import { compile, search, type JSONObject } from '@jmespath-community/jmespath';

/** Deeper expressions and documents than any real mapping; the library recurses. */
const depthMost = 60;

/**
 * Checks a `username_path`.
 * @returns what is wrong with it as JMESPath, or undefined
 */
export function usernamePathProblem(expression: string): string | undefined {
  let depth = 0;
  for (const character of expression) {
    if ('([{'.includes(character)) depth += 1;
    if (depth > depthMost) return 'must not be nested so deeply';
  }
  try {
    compile(expression);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : 'syntax error';
    return `must be a JMESPath expression (${reason})`;
  }
}

/** What `username_path` gave on one document: a login, or why there is none. */
export type UsernameResult = { login: string } | { reason: string };

/**
 * Applies `username_path` to claims. Only a non-empty string is a login; nothing is converted into one.
 * @param expression already checked with `usernamePathProblem`
 */
export function usernameIn(expression: string, claims: Readonly<Record<string, unknown>>): UsernameResult {
  let result: unknown;
  try {
    // Claims were parsed from JSON.
    result = search(bare(claims) as JSONObject, expression);
  } catch (error) {
    return { reason: `failed: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown error'}` };
  }
  if (typeof result === 'string')
    return result === '' ? { reason: 'gave an empty string' } : { login: result };
  if (result === null || result === undefined) return { reason: 'gave nothing' };
  return { reason: `gave ${kindOf(result)}, not a string` };
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** A copy without prototypes: the library would read inherited properties such as `constructor`. */
function bare(value: unknown, depth = 0): unknown {
  if (depth > depthMost) return null;
  if (Array.isArray(value)) return value.map((item) => bare(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, item] of Object.entries(value)) copy[name] = bare(item, depth + 1);
  return copy;
}
