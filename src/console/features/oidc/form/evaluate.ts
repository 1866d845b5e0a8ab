import { tokenize, compile } from '@jmespath-community/jmespath';
import { limits } from '../../../../contract/limits.ts';
import { applyUsernamePath, type UsernameResult } from '../../../../contract/oidc/username-evaluation.mjs';
import { calledFunctions, scanExpression } from '../../../../contract/oidc/username-path.ts';

/** A JSON object of claims. */
export type Claims = Record<string, unknown>;

/** Where claims come from. */
export type Source = 'ID token' | 'UserInfo response';

/** What the expression returns, evaluated in the service's order. */
export interface Evaluation {
  /** Where the login was found; later sources aren't evaluated. */
  found?: { source: Source; login: string };
  tried: { source: Source; outcome: UsernameResult }[];
}

/** Where an expression can't be parsed, and why. */
export interface SyntaxProblem {
  /** Offset of the first unexpected character; the expression's length if its end is missing. */
  position: number;
  message: string;
}

/**
 * Applies the expression to the ID token, then to the UserInfo response: the first non-empty string is the login.
 * Undefined claims are skipped.
 * @param userInfo also undefined if the service won't request them
 */
export function evaluate(
  expression: string,
  idToken: Claims | undefined,
  userInfo: Claims | undefined,
): Evaluation {
  const tried: Evaluation['tried'] = [];
  const sources: [Source, Claims | undefined][] = [
    ['ID token', idToken],
    ['UserInfo response', userInfo],
  ];
  for (const [source, claims] of sources) {
    if (!claims) continue;
    const outcome = applyUsernamePath(expression, claims, limits.login);
    tried.push({ source, outcome });
    if (outcome.kind === 'login') return { found: { source, login: outcome.login }, tried };
  }
  return { tried };
}

/** Why the expression can't be parsed; undefined if it can be, or if it exceeds the length limit. */
export function syntaxProblem(expression: string): SyntaxProblem | undefined {
  if (expression.length > limits.usernamePath) return undefined;
  const { unclosed, tooDeep } = scanExpression(expression);
  if (unclosed !== undefined) return { position: unclosed, message: 'this quote is never closed' };
  if (tooDeep !== undefined) return { position: tooDeep, message: 'brackets are nested too deeply' };
  try {
    compile(expression);
    return undefined;
  } catch (error) {
    const position = findPosition(expression);
    return { position, message: describeSyntaxError(expression, position, messageOf(error)) };
  }
}

/** Rephrases the library's message, which is about its own tokens. */
function describeSyntaxError(expression: string, position: number, message: string): string {
  if (position >= expression.length) {
    const [, closing = ''] =
      /^expected (\w+), got: EOF/i.exec(message.replace(/^Syntax error[:,]?\s*/i, '')) ?? [];
    const example = { Rbracket: ', such as ]', Rparen: ', such as )', Rbrace: ', such as }' }[closing] ?? '';
    return `something is missing at the end${example}`;
  }
  const character = String.fromCodePoint(expression.codePointAt(position) ?? 0);
  if (/JSON/.test(message))
    return character === '`' ? "the text between these backticks isn't JSON" : "this quoted name isn't valid";
  return `unexpected “${character}”`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The functions of jmespath.org; all others come from the community edition. */
const standardFunctions = new Set(
  'abs avg ceil contains ends_with floor join keys length map max max_by merge min min_by not_null reverse sort sort_by starts_with sum to_array to_number to_string type values'.split(
    ' ',
  ),
);

/** The called functions that a plain jmespath.org library wouldn't know. */
export function communityFunctions(expression: string): string[] {
  return calledFunctions(expression).filter((name) => !standardFunctions.has(name));
}

/** A name that must be quoted to select a claim: `custom:groups`, a URL, or `user-name`, which is a subtraction. */
export function unquotedName(expression: string): string | undefined {
  const name = expression.trim();
  return /^[A-Za-z_][\w:/.#-]*$/.test(name) && (/[:/#]/.test(name) || /^\w+(-\w+)+$/.test(name))
    ? name
    : undefined;
}

/**
 * The library doesn't report the position: it's the first token after which no continuation is valid. No later token fixes
 * that, so a binary search finds it.
 */
function findPosition(expression: string): number {
  const length = tokenizableLength(expression);
  const tokens = tokenize(expression.slice(0, length)).filter((token) => token.start < length);
  let from = 0;
  let to = tokens.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (canContinue(expression.slice(0, tokens[middle + 1]?.start ?? length))) from = middle + 1;
    else to = middle;
  }
  return tokens[from]?.start ?? length;
}

/** The length of the longest prefix that consists of complete tokens. */
function tokenizableLength(expression: string): number {
  for (let end = expression.length; end > 0; end -= 1) {
    try {
      tokenize(expression.slice(0, end));
      return end;
    } catch {
      // Try a shorter prefix.
    }
  }
  return 0;
}

/** Whether a prefix is valid, or invalid only because it ends too early. */
function canContinue(beginning: string): boolean {
  try {
    compile(beginning);
    return true;
  } catch (error) {
    return error instanceof Error && /EOF/.test(error.message);
  }
}
