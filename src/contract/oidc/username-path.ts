import { compile, TreeInterpreter } from '@jmespath-community/jmespath';

/** Deeper expressions than any real mapping; the library recurses. */
const depthMost = 60;

/** What can be said of an expression without parsing it, as offsets into it. */
interface Scan {
  /** The first quote or backtick that is never closed, which the library takes for closed at the end. */
  unclosed?: number;
  /** The first bracket inside more brackets than may be. */
  tooDeep?: number;
}

/** Looks for quotes that stay open and for too many brackets within brackets; those in quotes don't count. */
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
      if (depth > depthMost) tooDeep ??= at;
    } else if (')]}'.includes(character)) {
      depth -= 1;
    }
  }
  return tooDeep === undefined ? {} : { tooDeep };
}

/** Where the quote that opens at `start` is closed, with the library's idea of escapes. */
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

type Node = ReturnType<typeof compile>;

/** Every node of a parsed expression. Not recursive, because an expression may be as deep as it is long. */
function nodesOf(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) {
    // A literal holds data, not nodes.
    if (node.type === 'Literal') continue;
    for (const part of Object.values(node).flat() as unknown[])
      if (typeof part === 'object' && part !== null) nodes.push(part as Node);
  }
  return nodes;
}

/** A call that fails whatever the claims are. */
interface WrongCall {
  name: string;
  /** Whether there is a function of this name, which is called with the wrong number of arguments then. */
  known: boolean;
  message: string;
}

/** The calls of unknown functions and those with the wrong number of arguments; none where it can't be parsed. */
export function wrongCalls(expression: string): WrongCall[] {
  const wrong = callsIn(expression).flatMap(({ name, count }): WrongCall[] => {
    const takes = argumentsOf(name);
    if (!takes)
      return [{ name, known: false, message: `must not call ${name}(), which isn't a JMESPath function` }];
    const [least, most] = takes;
    if (count >= least && count <= most) return [];
    const range =
      most === least ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
    return [
      {
        name,
        known: true,
        message: `must call ${name}() with ${range} ${range === '1' || range === 'at least 1' ? 'argument' : 'arguments'}, not ${count}`,
      },
    ];
  });
  return [...new Map(wrong.map((call) => [call.message, call])).values()];
}

/** The names of the functions that an expression calls, each once; none where it can't be parsed. */
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

/** How many arguments a function takes, from least to most; undefined where there is no such function. */
function argumentsOf(name: string): readonly [least: number, most: number] | undefined {
  const { _functionTable: table } = TreeInterpreter.runtime;
  // Not `table[name]` alone, which has a `constructor` too.
  const signature = Object.hasOwn(table, name) ? table[name]?._signature : undefined;
  if (!signature) return undefined;
  const least = signature.filter(({ optional }) => !optional).length;
  return [least, signature.at(-1)?.variadic ? Infinity : signature.length];
}

function parse(expression: string): { root: Node } | { reason: string } {
  try {
    return { root: compile(expression) };
  } catch (error) {
    if (error instanceof RangeError) return { reason: 'nested too deeply' };
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : 'syntax error';
    return { reason };
  }
}

/** Everything that is wrong with a `username_path`; empty where it can be used. */
export function usernamePathProblems(expression: string): string[] {
  const { unclosed, tooDeep } = scanExpression(expression);
  if (unclosed !== undefined) {
    const quote = expression.charAt(unclosed);
    return [`must be a JMESPath expression (the ${quote} at character ${unclosed + 1} is never closed)`];
  }
  if (tooDeep !== undefined) return [`must not nest brackets more than ${depthMost} deep`];
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

/** Whether an expression is made only of field access, indexes and `||`, so that it can't take long or build anything. */
export function hasBoundedCost(expression: string): boolean {
  const parsed = parse(expression);
  return 'root' in parsed && nodesOf(parsed.root).every(({ type }) => boundedNodes.has(type));
}
