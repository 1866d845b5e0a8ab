import type { Claims } from '../form/evaluate.ts';
import { matches } from '../../../lib/matches.ts';

/** A claim and the expressions that select it. */
export interface ClaimEntry {
  /** The JMESPath expression that selects it. */
  path: string;
  /** The expression that turns it into a login; undefined if it can't be one. */
  expression: string | undefined;
  /** Its value in each document as JSON, shortened to one line; empty where it's missing. */
  previews: string[];
  /** Whether it's inside an array, whose order may change. */
  member: boolean;
}

const maxEntries = 5_000;
const maxPreviewLength = 120;
/** As deep as expressions are evaluated. */
const maxDepth = 60;

/** Claims that usually contain the login, most likely first. */
const likelyClaims = ['preferred_username', 'upn', 'email', 'unique_name', 'nickname', 'sub'];

/** Claims that differ in every token, or are the same for everyone. */
const protocolClaims = new Set(
  'iss aud azp amr nonce at_hash c_hash s_hash sid jti acr iat exp nbf auth_time updated_at'.split(' '),
);

/** Every value in some documents' claims, nested ones too, with the expression that selects it; likely logins first. */
export function claimEntries(...documents: readonly Claims[]): ClaimEntry[] {
  const entries = new Map<string, ClaimEntry>();
  let source = 0;
  const visit = (value: unknown, path: string, depth: number, member: boolean) => {
    if (entries.size >= maxEntries) return;
    if (Array.isArray(value) && value.length > 0 && depth < maxDepth) {
      for (const [index, each] of value.entries()) visit(each, `${path}[${index}]`, depth + 1, true);
    } else if (
      typeof value === 'object' &&
      value !== null &&
      depth < maxDepth &&
      Object.keys(value).length > 0
    ) {
      for (const [name, each] of Object.entries(value)) {
        const quoted = quoteIdentifier(name);
        visit(each, path === '' ? quoted : `${path}.${quoted}`, depth + 1, member);
      }
    } else {
      const entry = entries.get(path) ?? {
        path,
        expression: undefined,
        previews: documents.map(() => ''),
        member,
      };
      entry.expression ??= loginExpression(value, path);
      entry.previews[source] = shortJson(value);
      entries.set(path, entry);
    }
  };
  for (const claims of documents) {
    visit(claims, '', 0, false);
    source += 1;
  }
  return [...entries.values()].toSorted((a, b) => rank(a) - rank(b));
}

/** Whether a claim is an unlikely login: shown only on request. */
export function isUnlikely({ expression, member }: ClaimEntry): boolean {
  return expression === undefined || member;
}

function rank(entry: ClaimEntry): number {
  if (isUnlikely(entry)) return likelyClaims.length + (entry.expression === undefined ? 2 : 1);
  const likely = likelyClaims.indexOf(entry.path);
  return likely < 0 ? likelyClaims.length : likely;
}

function loginExpression(value: unknown, path: string): string | undefined {
  if (protocolClaims.has(/^\w*/.exec(path)?.[0] ?? '')) return undefined;
  if (typeof value === 'string' && value !== '') return path;
  // For a missing claim, just to_string would return the text "null".
  return Number.isSafeInteger(value) ? `${path} && to_string(${path})` : undefined;
}

function shortJson(value: unknown): string {
  try {
    const json = JSON.stringify(value);
    return json.length > maxPreviewLength ? `${json.slice(0, maxPreviewLength)}…` : json;
  } catch {
    // Nested too deeply for the engine.
    return '…';
  }
}

/** The entries whose path or value contains every word of `text`. */
export function filteredEntries(entries: readonly ClaimEntry[], text: string): readonly ClaimEntry[] {
  return entries.filter(({ path, previews }) => matches(text, path, ...previews));
}

/** A JMESPath identifier: in double quotes unless it's a plain word. */
export function quoteIdentifier(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

/** An expression that evaluates `fallback` if `expression` returns nothing. */
export function withFallback(expression: string, fallback: string): string {
  // Anything but plain paths needs parentheses: a pipe binds looser than `||`.
  const plain = /^[\w.[\]\s]+(\|\|[\w.[\]\s]+)*$/.test(expression.replace(/"(?:[^"\\]|\\.)*"/g, 'name'));
  return `${plain ? expression : `(${expression})`} || ${fallback}`;
}
