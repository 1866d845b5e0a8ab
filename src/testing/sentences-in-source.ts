import { readFileSync } from 'node:fs';
import { lineAt, visitNodes, type Node } from './syntax-tree.ts';

/** Properties and variables that hold names from users or other services. */
const foreign = new Set([
  'name',
  'names',
  'login',
  'logins',
  'display_name',
  'provider_name',
  'title',
  'issuer',
  'client_id',
  'sub',
]);
/** Functions that return such names unchanged. */
const returningForeign = new Set(['nameOf']);

/** A name inside a sentence that isn't isolated, so that it can change the direction of the words around it. */
export interface Finding {
  file: string;
  line: number;
  expression: string;
}

/** Finds the names in sentences of a source file that aren't isolated. */
export function findUnisolatedNames(file: string, source = readFileSync(file, 'utf8')): Finding[] {
  const findings: Finding[] = [];
  visitNodes(file, source, (node) => {
    for (const { start, end } of partsOfSentence(node).filter(isForeign))
      findings.push({ file, line: lineAt(source, start), expression: source.slice(start, end) });
  });
  return findings;
}

/** The expressions between words, in a template, a concatenation or an element. */
function partsOfSentence(node: Node): Node[] {
  if (node.type === 'TemplateLiteral') {
    const words = (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw).join('');
    return isWording(words) ? (node['expressions'] as Node[]) : [];
  }
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const sides = [node['left'], node['right']] as Node[];
    const hasWords = sides.some((side) => side.type === 'Literal' && isWording(String(side['value'])));
    return hasWords ? sides : [];
  }
  if (node.type === 'CallExpression') {
    // A list of names in a sentence: `names.join(', ')`.
    const { property, object } = node['callee'] as { property?: Node; object?: Node };
    const [separator] = node['arguments'] as Node[];
    const isList = property?.['name'] === 'join' && isWording(String(separator?.['value']));
    return isList && object ? [object] : [];
  }
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const children = childrenOf(node);
    if (!children.some((child) => child.type === 'JSXText' && /\p{L}/u.test(String(child['value']))))
      return [];
    // Directly between the words, or as the only child of an element there, such as a link; `<Name>` isolates it.
    return children
      .flatMap((child) => (isOnlyExpression(child) ? childrenOf(child) : [child]))
      .flatMap(expressionIn);
  }
  return [];
}

function childrenOf(element: Node): Node[] {
  return (element['children'] as Node[]).filter(
    (child) => child.type !== 'JSXText' || String(child['value']).trim() !== '',
  );
}

function isOnlyExpression(element: Node): boolean {
  if (element.type !== 'JSXElement' || childrenOf(element).length !== 1) return false;
  const { name } = element['openingElement'] as { name: Node };
  return name['name'] !== 'Name';
}

function expressionIn(child: Node): Node[] {
  return child.type === 'JSXExpressionContainer' ? [child['expression'] as Node] : [];
}

/** Whether a text contains words, or what separates them: a space, a quotation mark, an apostrophe, an arrow. */
function isWording(text: string): boolean {
  return /[\s'’“”«»›→←·]/.test(text);
}

function isForeign(node: Node): boolean {
  switch (node.type) {
    case 'Identifier':
      return foreign.has(String(node['name']));
    case 'MemberExpression':
      return isForeign(node['property'] as Node);
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return isForeign(node['expression'] as Node);
    case 'ConditionalExpression':
      return isForeign(node['consequent'] as Node) || isForeign(node['alternate'] as Node);
    case 'LogicalExpression':
      return isForeign(node['left'] as Node) || isForeign(node['right'] as Node);
    case 'ArrowFunctionExpression':
      return isForeign(node['body'] as Node);
    case 'CallExpression':
      return isForeignCall(node['callee'] as Node, node['arguments'] as Node[]);
    default:
      return false;
  }
}

function isForeignCall(callee: Node, args: Node[]): boolean {
  const name = String(((callee['property'] as Node | undefined) ?? callee)['name']);
  if (returningForeign.has(name)) return true;
  // `names.join(', ')`, `roles.map(({ name }) => name)`, `JSON.stringify(name)`
  if (name === 'map') return args.some(isForeign);
  if (['join', 'slice', 'trim'].includes(name)) return isForeign(callee['object'] as Node);
  return ['stringify', 'String'].includes(name) && args.some(isForeign);
}
