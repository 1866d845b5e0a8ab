import { search, tokenize, compile, type JSONObject, type JSONValue } from '@jmespath-community/jmespath';
import { limits } from '../../../../contract/limits.ts';
import { calledFunctions, scanExpression } from '../../../../contract/oidc/username-path.ts';

/** A JSON object of claims. */
export type Claims = Record<string, unknown>;

export type Source = 'ID Token' | 'UserInfo';

/** What the expression gave on one document. */
export type Outcome =
  { kind: 'login'; login: string } | { kind: 'nothing'; why: string } | { kind: 'failed'; why: string };

/** What the expression gives in the order of the service. */
export interface Evaluation {
  /** Where the login was found; the documents after it are not asked. */
  answered?: { source: Source; login: string };
  tried: { source: Source; outcome: Outcome }[];
}

/** Where an expression cannot be read, and why. */
export interface SyntaxProblem {
  /** Offset of the first character that does not fit; the length where something is missing at the end. */
  position: number;
  message: string;
}

/**
 * Applies the expression to the ID Token, then to UserInfo: the first that gives a non-empty string is the login.
 * A document that was not given is passed over.
 * @param userInfo the claims of UserInfo; undefined, too, where the service will not ask for them
 */
export function evaluate(
  expression: string,
  idToken: Claims | undefined,
  userInfo: Claims | undefined,
): Evaluation {
  const tried: Evaluation['tried'] = [];
  const documents: [Source, Claims | undefined][] = [
    ['ID Token', idToken],
    ['UserInfo', userInfo],
  ];
  for (const [source, claims] of documents) {
    if (!claims) continue;
    const outcome = evaluateOn(expression, claims);
    tried.push({ source, outcome });
    if (outcome.kind === 'login') return { answered: { source, login: outcome.login }, tried };
  }
  return { tried };
}

function evaluateOn(expression: string, claims: Claims): Outcome {
  let value: unknown;
  try {
    value = search(withoutPrototypes(claims), expression);
  } catch (error) {
    return { kind: 'failed', why: messageOf(error) };
  }
  if (typeof value !== 'string') return { kind: 'nothing', why: nameOf(value) };
  const unusable = unusableText(value);
  return unusable === undefined ? { kind: 'login', login: value } : { kind: 'nothing', why: unusable };
}

/** Why text is no login, as at the service. */
function unusableText(text: string): string | undefined {
  if (text === '') return 'an empty string';
  if (text.length > limits.login) return `a string of more than ${limits.login} characters`;
  return /[\p{Cc}\p{Cs}]/u.test(text) ? 'a string with control characters' : undefined;
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing (null): no such claim';
  if (Array.isArray(value)) {
    return `an array of ${value.length}, not a string; take one element, such as [0]`;
  }
  if (typeof value === 'number') return `the number ${value}, not a string; to_string(…) makes it one`;
  if (typeof value === 'boolean') return `${value}, not a string`;
  return 'an object, not a string; go on to one of its members';
}

/** Deeper than any real claim; what is below counts as nothing, as at the service. */
const depthMost = 60;

/** A copy whose objects inherit nothing, so that `constructor` or `__proto__` are claims like any other. */
export function withoutPrototypes(value: unknown, depth = 0): JSONValue {
  if (depth > depthMost) return null;
  if (Array.isArray(value)) return value.map((member) => withoutPrototypes(member, depth + 1));
  if (typeof value !== 'object' || value === null) return value as JSONValue;
  const copy = Object.create(null) as JSONObject;
  for (const [name, member] of Object.entries(value)) copy[name] = withoutPrototypes(member, depth + 1);
  return copy;
}

/** What is wrong with the expression itself; undefined where it can be read, or is longer than one may be. */
export function syntaxProblem(expression: string): SyntaxProblem | undefined {
  if (expression.length > limits.usernamePath) return undefined;
  const { unclosed, tooDeep } = scanExpression(expression);
  if (unclosed !== undefined) return { position: unclosed, message: 'this quote is never closed' };
  if (tooDeep !== undefined) return { position: tooDeep, message: 'brackets are nested too deeply' };
  try {
    compile(expression);
    return undefined;
  } catch (error) {
    const position = positionOf(expression);
    return { position, message: inWords(expression, position, messageOf(error)) };
  }
}

/** The library tells of its own tokens: what it means, as a person would say it. */
function inWords(expression: string, position: number, message: string): string {
  if (position >= expression.length) {
    const [, closing = ''] =
      /^expected (\w+), got: EOF/i.exec(message.replace(/^Syntax error[:,]?\s*/i, '')) ?? [];
    const wanted = { Rbracket: ', such as ]', Rparen: ', such as )', Rbrace: ', such as }' }[closing] ?? '';
    return `something is missing at its end${wanted}`;
  }
  const character = String.fromCodePoint(expression.codePointAt(position) ?? 0);
  if (/JSON/.test(message)) {
    return character === '`'
      ? 'what begins with this backtick is not JSON between two of them'
      : 'what this quote holds is not text';
  }
  return `“${character}” does not fit here`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The functions of jmespath.org; others come from the community edition of the language. */
const standardFunctions = new Set(
  'abs avg ceil contains ends_with floor join keys length map max max_by merge min min_by not_null reverse sort sort_by starts_with sum to_array to_number to_string type values'.split(
    ' ',
  ),
);

/** The functions that a library of jmespath.org alone would not know. */
export function communityFunctions(expression: string): string[] {
  return calledFunctions(expression).filter((name) => !standardFunctions.has(name));
}

/** A plain name that has to be quoted to mean a claim: `custom:groups`, a URL, or `user-name`, which is a subtraction. */
export function unquotedName(expression: string): string | undefined {
  const name = expression.trim();
  return /^[A-Za-z_][\w:/.#-]*$/.test(name) && (/[:/#]/.test(name) || /^\w+(-\w+)+$/.test(name))
    ? name
    : undefined;
}

/**
 * The library does not tell where: it is the first token with which the beginning of an expression cannot go on any more.
 * No later one mends that, so that it is found by halves.
 */
function positionOf(expression: string): number {
  const readable = lastReadable(expression);
  const tokens = tokenize(expression.slice(0, readable)).filter((token) => token.start < readable);
  let from = 0;
  let to = tokens.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (couldGoOn(expression.slice(0, tokens[middle + 1]?.start ?? readable))) from = middle + 1;
    else to = middle;
  }
  return tokens[from]?.start ?? readable;
}

/** How far the expression consists of whole tokens. */
function lastReadable(expression: string): number {
  for (let end = expression.length; end > 0; end -= 1) {
    try {
      tokenize(expression.slice(0, end));
      return end;
    } catch {
      // One character less, then.
    }
  }
  return 0;
}

/** Whether it is whole, or fails only because it ends too early. */
function couldGoOn(beginning: string): boolean {
  try {
    compile(beginning);
    return true;
  } catch (error) {
    return error instanceof Error && /EOF/.test(error.message);
  }
}
