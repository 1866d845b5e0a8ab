/** Evaluates `username_path`; shared by the service's process and its sandbox. */
import { search } from '@jmespath-community/jmespath';

/** Deeper than any real claims; the library is recursive. */
const maxDepth = 60;

/**
 * A copy without prototypes: the library would read inherited properties such as `constructor`.
 * @param {unknown} value @param {number} depth
 * @returns {unknown}
 */
export function bare(value, depth = 0) {
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((item) => bare(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  /** @type {Record<string, unknown>} */
  const copy = Object.create(null);
  for (const [name, item] of Object.entries(value)) copy[name] = bare(item, depth + 1);
  return copy;
}

/**
 * Applies an expression to claims.
 * @param {string} expression
 * @param {unknown} claims parsed from JSON
 * @param {number} longest characters that a login may have
 * @returns {{ login: string } | { reason: string }}
 */
export function applyUsernamePath(expression, claims, longest) {
  try {
    // Claims are parsed JSON.
    const json = /** @type {import('@jmespath-community/jmespath').JSONObject} */ (bare(claims));
    return judge(search(json, expression), longest);
  } catch (error) {
    return { reason: `failed: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown error'}` };
  }
}

/** Only a non-empty string is a login; nothing is converted to one. */
function judge(/** @type {unknown} */ result, /** @type {number} */ longest) {
  if (result === null || result === undefined) return { reason: 'returned nothing' };
  if (typeof result !== 'string') return { reason: `returned ${kindOf(result)}, not a string` };
  if (result === '') return { reason: 'returned an empty string' };
  if (result.length > longest) return { reason: `returned a string of more than ${longest} characters` };
  if (/[\p{Cc}\p{Cs}]/u.test(result)) return { reason: 'returned a string with control characters' };
  return { login: result };
}

function kindOf(/** @type {unknown} */ value) {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
