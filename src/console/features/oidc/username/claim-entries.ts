import type { Claims } from './evaluate.ts';

/** A claim that an expression can name. */
export interface ClaimEntry {
  /** The JMESPath expression that names it. */
  path: string;
  /** The expression that makes a login of it; undefined where it can be none. */
  expression: string | undefined;
  /** The value as JSON, cut to one line. */
  shown: string;
}

const entriesMost = 5_000;
const shownMost = 120;
/** As deep as the expression is applied. */
const depthMost = 60;

/** What is different in every token, or the same for everybody. */
const protocolClaims = new Set(
  'iss aud azp nonce at_hash c_hash s_hash sid jti acr iat exp nbf auth_time updated_at'.split(' '),
);

/** Every value among the claims with the expression that names it, objects and arrays followed down; usable ones first. */
export function claimEntries(claims: Claims): ClaimEntry[] {
  const entries: ClaimEntry[] = [];
  const visit = (value: unknown, path: string, depth: number) => {
    if (entries.length >= entriesMost) return;
    if (Array.isArray(value) && value.length > 0 && depth < depthMost) {
      for (const [index, member] of value.entries()) visit(member, `${path}[${index}]`, depth + 1);
    } else if (
      typeof value === 'object' &&
      value !== null &&
      depth < depthMost &&
      Object.keys(value).length > 0
    ) {
      for (const [name, member] of Object.entries(value)) {
        visit(member, path === '' ? quoted(name) : `${path}.${quoted(name)}`, depth + 1);
      }
    } else {
      entries.push({ path, expression: loginOf(value, path), shown: shortJson(value) });
    }
  };
  visit(claims, '', 0);
  const usable = entries.filter(({ expression }) => expression !== undefined);
  return [...usable, ...entries.filter(({ expression }) => expression === undefined)];
}

function loginOf(value: unknown, path: string): string | undefined {
  if (protocolClaims.has(path)) return undefined;
  if (typeof value === 'string' && value !== '') return path;
  // Of a claim that is missing, to_string alone would make the text "null".
  return Number.isSafeInteger(value) ? `${path} && to_string(${path})` : undefined;
}

function shortJson(value: unknown): string {
  try {
    const json = JSON.stringify(value);
    return json.length > shownMost ? `${json.slice(0, shownMost)}…` : json;
  } catch {
    // Deeper than the engine goes.
    return '…';
  }
}

/** The entries that have every word of `text` in their name or their value. */
export function filteredEntries(entries: readonly ClaimEntry[], text: string): readonly ClaimEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ path, shown }) => {
    const both = `${path} ${shown}`.toLowerCase();
    return words.every((word) => both.includes(word));
  });
}

/** A name as JMESPath wants it: in double quotes unless it is a plain word. */
export function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

/** The expression that gives `other` where `expression` gives nothing. */
export function withFallback(expression: string, other: string): string {
  // A pipe or a comparison binds otherwise than one thinks beside `||`.
  const plain = /^[\w.[\]\s]+(\|\|[\w.[\]\s]+)*$/.test(expression.replace(/"(?:[^"\\]|\\.)*"/g, 'name'));
  return `${plain ? expression : `(${expression})`} || ${other}`;
}
