/**
 * Evaluates `username_path`, for the service and the console. Plain JavaScript, because the service's sandbox process is started from
 * this source too, and Node 20 can't run TypeScript.
 */
import { search } from '@jmespath-community/jmespath';

/**
 * The result of `username_path`: a login, or why there's none.
 * @typedef {{ kind: 'login', login: string } | { kind: 'unusable' | 'failed', reason: string }} UsernameResult
 */

/** Deeper than any real claims; the library is recursive. */
const maxDepth = 60;

/**
 * A copy whose objects inherit nothing, so that `constructor` and `__proto__` are claims like any other.
 * @param {unknown} value @param {number} depth
 * @returns {unknown}
 */
export function withoutPrototypes(value, depth = 0) {
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((item) => withoutPrototypes(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  /** @type {Record<string, unknown>} */
  const copy = Object.create(null);
  for (const [name, item] of Object.entries(value)) copy[name] = withoutPrototypes(item, depth + 1);
  return copy;
}

/**
 * Applies an expression to claims.
 * @param {string} expression
 * @param {unknown} claims parsed from JSON
 * @param {number} longest characters that a login may have
 * @returns {UsernameResult}
 */
export function applyUsernamePath(expression, claims, longest) {
  try {
    // Claims are parsed JSON.
    const json = /** @type {import('@jmespath-community/jmespath').JSONObject} */ (withoutPrototypes(claims));
    const value = search(json, expression);
    const reason = typeof value === 'string' ? textProblem(value, longest) : typeProblem(value);
    if (reason !== undefined) return { kind: 'unusable', reason };
    return { kind: 'login', login: /** @type {string} */ (value) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown error';
    return { kind: 'failed', reason };
  }
}

/** Why a value of another type isn't a login: nothing is converted to one. */
function typeProblem(/** @type {unknown} */ value) {
  if (value === null || value === undefined) return 'null (no such claim)';
  if (Array.isArray(value))
    return `an array of ${value.length}, not a string. Select one element, such as [0]`;
  if (typeof value === 'number') return `the number ${value}, not a string. Convert it with to_string(…)`;
  if (typeof value === 'boolean') return `${value}, not a string`;
  return 'an object, not a string. Select one of its members';
}

function textProblem(/** @type {string} */ text, /** @type {number} */ longest) {
  if (text === '') return 'an empty string';
  if (text.length > longest) return `a string of more than ${longest} characters`;
  return /[\p{Cc}\p{Cs}]/u.test(text) ? 'a string with control characters' : undefined;
}
