import type { Claims } from './evaluate.ts';

/** A claim and the expressions that select it. */
export interface ClaimEntry {
  /** The JMESPath expression that selects it. */
  path: string;
  /** The expression that turns it into a login; undefined if it can't be one. */
  expression: string | undefined;
  /** The value as JSON, shortened to one line. */
  preview: string;
}

const maxEntries = 5_000;
const maxPreviewLength = 120;
/** As deep as expressions are evaluated. */
const maxDepth = 60;

/** Claims that differ in every token, or are the same for everyone. */
const protocolClaims = new Set(
  'iss aud azp nonce at_hash c_hash s_hash sid jti acr iat exp nbf auth_time updated_at'.split(' '),
);

/** Every value in the claims, nested ones too, with the expression that selects it; possible logins first. */
export function claimEntries(claims: Claims): ClaimEntry[] {
  const entries: ClaimEntry[] = [];
  const visit = (value: unknown, path: string, depth: number) => {
    if (entries.length >= maxEntries) return;
    if (Array.isArray(value) && value.length > 0 && depth < maxDepth) {
      for (const [index, member] of value.entries()) visit(member, `${path}[${index}]`, depth + 1);
    } else if (
      typeof value === 'object' &&
      value !== null &&
      depth < maxDepth &&
      Object.keys(value).length > 0
    ) {
      for (const [name, member] of Object.entries(value)) {
        visit(member, path === '' ? quoteIdentifier(name) : `${path}.${quoteIdentifier(name)}`, depth + 1);
      }
    } else {
      entries.push({ path, expression: loginExpression(value, path), preview: shortJson(value) });
    }
  };
  visit(claims, '', 0);
  const usable = entries.filter(({ expression }) => expression !== undefined);
  return [...usable, ...entries.filter(({ expression }) => expression === undefined)];
}

function loginExpression(value: unknown, path: string): string | undefined {
  if (protocolClaims.has(path)) return undefined;
  if (typeof value === 'string' && value !== '') return path;
  // For a missing claim, to_string alone would return the text "null".
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
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ path, preview }) => {
    const searched = `${path} ${preview}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
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
