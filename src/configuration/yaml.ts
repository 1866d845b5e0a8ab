import {
  Composer,
  Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
  visit,
  type Alias,
  type CST,
  type Node,
  type Scalar,
} from 'yaml';
import { escapeUnseen } from '../contract/isolate.ts';
import { fileLimits } from './format.ts';

/** What a file says, and where. */
export interface Content {
  value: unknown;
  /** Where the value that a path leads to is in the text, or the closest one above it whose place is known. */
  locate(path: readonly PropertyKey[]): number;
}

const mostAliases = 100;

/** How many lists and objects can be inside each other: each level of groups is two. */
const deepest = 2 * fileLimits.depth + 20;

/** How many words, marks and spaces: each takes up to half a kilobyte. That's about 300,000 lines. */
const mostLexemes = 3_000_000;

/** How many values can be merged. */
const mostMerged = 1_000_000;

/** A problem at a place in a text. */
export interface TextProblem {
  at: number;
  message: string;
}

/**
 * Reads any YAML 1.2, with its core types only: no tags, keys are texts without duplicates, few aliases. Merge keys are those of YAML 1.1.
 * @returns the content, or all problems
 */
export function readYaml(text: string): Content | TextProblem[] {
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexemes > mostLexemes) return [{ at: parser.offset, message: 'has too many values' }];
    tokens.push(...parser.next(lexeme));
    // The composer is recursive: out of stack, a process can end instead of throwing.
    if (parser.stack.length > deepest)
      return [{ at: parser.offset, message: `is nested more than ${deepest} levels deep` }];
  }
  tokens.push(...parser.end());
  const [document, another] = new Composer({
    version: '1.2',
    schema: 'core',
    strict: true,
    // Ours below: it compares each key with every other.
    uniqueKeys: false,
    stringKeys: true,
    customTags: [],
    resolveKnownTags: false,
    prettyErrors: false,
    logLevel: 'silent',
  }).compose(tokens, true, text.length);
  if (!document || another) return [{ at: another?.range[0] ?? 0, message: 'must be one document' }];
  const problems = [...document.errors, ...document.warnings].map(({ message, pos, code }) => ({
    at: pos[0],
    message: code === 'TAG_RESOLVE_FAILED' ? "tags aren't allowed" : (message.split('\n')[0] ?? message),
  }));
  if (problems.length > 0) return problems;
  const anchored = new Map<string, unknown>();
  let aliases = 0;
  let merged = 0;
  const complain = (node: Node, message: string) => {
    problems.push({ at: node.range?.[0] ?? 0, message });
  };
  const aliased = (node: Alias): unknown => {
    // Not the value around it, which isn't complete yet.
    if (!anchored.has(node.source)) complain(node, `*${node.source} refers to itself, or to nothing`);
    return anchored.get(node.source);
  };
  const valueOf = (node: unknown): unknown => {
    if (isAlias(node)) {
      aliases += 1;
      if (aliases === mostAliases + 1) complain(node, `has more than ${mostAliases} aliases`);
      return aliased(node);
    }
    const value = plainValueOf(node);
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined)
      anchored.set(node.anchor, value);
    return value;
  };
  const plainValueOf = (node: unknown): unknown => {
    if (isScalar(node)) return node.value;
    if (isSeq(node)) return node.items.map(valueOf);
    if (!isMap<Node, Node>(node)) return null;
    const object: Record<string, unknown> = {};
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (Object.hasOwn(object, name)) complain(key, `${name}: is a duplicate key`);
      else if (name === '__proto__' || !isScalar(key)) complain(key, "can't be a key");
      else object[name] = isMerge(key) ? value : valueOf(value);
    }
    const merge = node.items.find(({ key }) => isScalar(key) && isMerge(key));
    return merge?.value ? withMerged(object, merge.value) : object;
  };
  /** What an object doesn't set itself comes from others; the first one counts. These aliases share what they repeat. */
  const withMerged = ({ '<<': _key, ...own }: Record<string, unknown>, from: Node) => {
    const sources = (isSeq<Node>(from) ? from.items : [from]).map((node) => {
      const source = isAlias(node) ? aliased(node) : valueOf(node);
      if (typeof source === 'object' && source !== null && !Array.isArray(source)) return source;
      return complain(node, '<<: must be an object, or a list of objects');
    });
    for (const source of sources) merged += Object.keys(source ?? {}).length;
    if (merged > mostMerged) return complain(from, 'has too many values');
    return Object.assign({}, ...sources.toReversed(), own) as Record<string, unknown>;
  };
  const value = valueOf(document.contents);
  if (problems.length > 0) return problems;
  const locate: Content['locate'] = (path) => {
    let node: Node | null | undefined = document.contents;
    let at = node?.range?.[0] ?? 0;
    for (const step of path) {
      const inner: Node | null | undefined = isMap<Node, Node>(node)
        ? node.items.find(({ key }) => isScalar(key) && key.value === step)?.value
        : isSeq<Node>(node)
          ? node.items[Number(step)]
          : undefined;
      if (!inner) break;
      node = inner;
      at = inner.range?.[0] ?? at;
    }
    return at;
  };
  return { value, locate };
}

/** Not in quotes. */
const isMerge = ({ value, type }: Scalar) => value === '<<' && type === 'PLAIN';

/** With other quotes and line ends, or as indented JSON, a text is up to twice as long and has up to a third more lexemes. */
const largest = { characters: fileLimits.characters / 2, lexemes: mostLexemes * 0.75 };

/** Whether a text is small enough to be read, even after another program has written it in its own way. */
export function isReadable(text: string): boolean {
  if (text.length > largest.characters) return false;
  // Each has a character, except for a few at the start and the end.
  if (text.length < largest.lexemes) return true;
  let lexemes = 0;
  for (const _lexeme of new Lexer().lex(text)) lexemes += 1;
  return lexemes <= largest.lexemes;
}

/** Words that some reader of YAML takes for something else than text. */
const notText = /^(?:null|true|false|yes|no|on|off|y|n)$/i;
const plain = /^\p{L}(?:[\p{L}\p{M}\p{N} _.,()/+>&@-]*[\p{L}\p{M}\p{N}_.,()/+&@-])?$/u;

/** Writes YAML in which other texts than plain words are in quotes, without characters that people can't see. */
export function writeYaml(value: object): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_key, node) => {
      if (
        typeof node.value === 'string' &&
        node.value !== '/' &&
        (!plain.test(node.value) || notText.test(node.value))
      )
        node.type = 'QUOTE_DOUBLE';
    },
  });
  const lines = document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }).split('\n');
  return lines.map((line) => escapeUnseen(line)).join('\n');
}
