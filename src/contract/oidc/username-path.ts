import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { msg } from '../isolate.ts';

/** Deeper than any real expression; the library is recursive. */
const maxDepth = 60;

/** Problems that can be found without parsing, as offsets into the expression. */
interface Scan {
  /** The first unclosed quote or backtick; the library would treat it as closed at the end. */
  unclosed?: number;
  /** The first bracket that's nested too deeply. */
  tooDeep?: number;
}

/** Finds unclosed quotes and deeply nested brackets; brackets in quotes don't count. */
export function scanExpression(expression: string): Scan {
  let depth = 0;
  let tooDeep: number | undefined;
  for (let at = 0; at < expression.length; at += 1) {
    const character = expression.charAt(at);
    if (`'"\``.includes(character)) {
      const end = closingQuote(expression, at);
      if (end === undefined) return { unclosed: at };
      at = end;
    } else if ('([{'.includes(character)) {
      depth += 1;
      if (depth > maxDepth) tooDeep ??= at;
    } else if (')]}'.includes(character)) {
      depth -= 1;
    }
  }
  return tooDeep === undefined ? {} : { tooDeep };
}

/** The end of the quote that opens at `start`, with the library's escape rules. */
function closingQuote(expression: string, start: number): number | undefined {
  const quote = expression.charAt(start);
  for (let at = start + 1; at < expression.length; at += 1) {
    const character = expression.charAt(at);
    if (character === quote) return at;
    const escaped = expression.charAt(at + 1);
    if (character === '\\' && (escaped === '\\' || escaped === quote)) at += 1;
  }
  return undefined;
}

export type Node = ReturnType<typeof compile>;

/** Every node of a parsed expression. Not recursive, because an expression can be as deep as it's long. */
export function nodesOf(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) nodes.push(...partsOf(node));
  return nodes;
}

export function partsOf(node: Node): Node[] {
  // A literal holds data, not nodes.
  if (node.type === 'Literal') return [];
  const parts = Object.values(node).flat() as unknown[];
  return parts.filter((part): part is Node => typeof part === 'object' && part !== null);
}

/** A call that fails for any claims. */
interface WrongCall {
  name: string;
  /** Whether the function exists; if so, it's called with the wrong number of arguments. */
  known: boolean;
  message: string;
}

/** Calls of unknown functions or with the wrong number of arguments; none if the expression can't be parsed. */
export function wrongCalls(expression: string): WrongCall[] {
  const wrong = callsIn(expression).flatMap(({ name, count }): WrongCall[] => {
    const takes = argumentsOf(name);
    if (!takes)
      return [{ name, known: false, message: msg`must not call ${name}(), which isn't a JMESPath function` }];
    const [least, most] = takes;
    if (count >= least && count <= most) return [];
    const range =
      most === least ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
    return [
      {
        name,
        known: true,
        message: msg`must call ${name}() with ${range} ${range === '1' || range === 'at least 1' ? 'argument' : 'arguments'}, not ${count}`,
      },
    ];
  });
  return [...new Map(wrong.map((call) => [call.message, call])).values()];
}

/** The distinct names of the functions an expression calls; none if it can't be parsed. */
export function calledFunctions(expression: string): string[] {
  return [...new Set(callsIn(expression).map(({ name }) => name))];
}

function callsIn(expression: string): { name: string; count: number }[] {
  const parsed = parse(expression);
  if ('reason' in parsed) return [];
  return nodesOf(parsed.root).flatMap((node) =>
    node.type === 'Function' ? [{ name: node.name, count: node.children.length }] : [],
  );
}

/** The minimum and maximum number of a function's arguments; undefined if there's no such function. */
function argumentsOf(name: string): readonly [least: number, most: number] | undefined {
  const { _functionTable: table } = TreeInterpreter.runtime;
  // Not just `table[name]`, which would find `constructor` too.
  const signature = Object.hasOwn(table, name) ? table[name]?._signature : undefined;
  if (!signature) return undefined;
  const least = signature.filter(({ optional }) => !optional).length;
  return [least, signature.at(-1)?.variadic ? Infinity : signature.length];
}

/** Parses an expression. @returns its root, or why it can't be parsed */
export function parse(expression: string): { root: Node } | { reason: string } {
  try {
    return { root: compile(expression) };
  } catch (error) {
    if (error instanceof RangeError) return { reason: 'nested too deeply' };
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : 'syntax error';
    return { reason };
  }
}

/** Every problem with a `username_path`; empty if it's valid. */
export function usernamePathProblems(expression: string): string[] {
  const { unclosed, tooDeep } = scanExpression(expression);
  if (unclosed !== undefined) {
    const quote = expression.charAt(unclosed);
    return [`must be a JMESPath expression (the ${quote} at character ${unclosed + 1} is never closed)`];
  }
  if (tooDeep !== undefined) return [`must not nest brackets more than ${maxDepth} deep`];
  const parsed = parse(expression);
  if ('reason' in parsed) return [`must be a JMESPath expression (${parsed.reason})`];
  return wrongCalls(expression).map(({ message }) => message);
}

const boundedNodes = new Set([
  'Field',
  'Index',
  'IndexExpression',
  'Subexpression',
  'OrExpression',
  'Identity',
]);

/** Whether an expression uses only field access, indexes and `||`, so that its time and memory are bounded. */
export function hasBoundedCost(expression: string): boolean {
  const parsed = parse(expression);
  return 'root' in parsed && nodesOf(parsed.root).every(({ type }) => boundedNodes.has(type));
}
