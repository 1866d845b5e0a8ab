import { readFileSync } from 'node:fs';
import { lineAt, visitNodes, type Node } from './source-files.ts';

/** Properties and variables that hold names from users or other services, and functions that return them. */
const foreign = /^(names?|nameOf|logins?|display_name|provider_name|title|issuer|client_id|sub)$/;

/** A name inside a sentence that isn't isolated, so that it can change the direction of the words around it. */
export interface Finding {
  file: string;
  line: number;
  expression: string;
}

/** Finds the names in sentences of a source file that are neither in a template tagged with `msg` nor in a `<Name>`. */
export function findUnisolatedNames(file: string, source = readFileSync(file, 'utf8')): Finding[] {
  const findings: Finding[] = [];
  const tagged = new Set<unknown>();
  visitNodes(file, source, (node) => {
    if (node.type === 'TaggedTemplateExpression') tagged.add(node['quasi']);
    const parts = tagged.has(node) ? [] : partsOfSentence(node);
    for (const { start, end } of parts.filter(isForeign))
      findings.push({ file, line: lineAt(source, start), expression: source.slice(start, end) });
  });
  return findings;
}

const codeElements = new Set(['code', 'pre', 'kbd', 'bdi', 'samp', 'var']);

/** Finds the elements of a source file with code or a name that a translation of the page would change. */
export function findTranslatedNames(file: string, source = readFileSync(file, 'utf8')): Finding[] {
  const findings: Finding[] = [];
  const visit = (node: Node) => {
    if (node.type !== 'JSXElement') return;
    const { name } = node['openingElement'] as { name: Node };
    const shown = onlyExpressionIn(node);
    const isName =
      shown !== undefined &&
      isForeign(shown) &&
      !/\btitle$/.test(source.slice(shown.start, shown.end)) &&
      !['Name', 'Fragment'].includes(String(name['name']));
    if (isName || codeElements.has(String(name['name'])))
      findings.push({
        file,
        line: lineAt(source, node.start),
        expression: source.slice(node.start, node.end),
      });
  };
  visitNodes(file, source, visit, isTranslationSet);
  return findings;
}

function isTranslationSet(node: Node): boolean {
  if (node.type !== 'JSXElement') return false;
  const { attributes } = node['openingElement'] as { attributes: { name?: Node }[] };
  return attributes.some(({ name }) => ['translate', 'isName'].includes(String(name?.['name'])));
}

/** The expressions between words, in a template or an element. */
function partsOfSentence(node: Node): Node[] {
  if (node.type === 'TemplateLiteral') {
    const words = (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw).join('');
    // Words, or what separates them: a space, a quotation mark, an apostrophe, an arrow.
    return /[\s'’“”«»›→←·]/.test(words) ? (node['expressions'] as Node[]) : [];
  }
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return [];
  const children = childrenOf(node);
  const hasWords = children.some(
    (child) => child.type === 'JSXText' && /\p{L}/u.test(String(child['value'])),
  );
  return hasWords ? children.flatMap(expressionsIn) : [];
}

function childrenOf(element: Node): Node[] {
  return (element['children'] as Node[]).filter(
    (child) => child.type !== 'JSXText' || String(child['value']).trim() !== '',
  );
}

/** Directly between the words, or as the only child of an element there, such as a link. */
function expressionsIn(child: Node): Node[] {
  if (child.type === 'JSXExpressionContainer') return [child['expression'] as Node];
  if (child.type !== 'JSXElement') return [];
  const { name } = child['openingElement'] as { name: Node };
  const only = name['name'] === 'Name' ? undefined : onlyExpressionIn(child);
  return only ? [only] : [];
}

/** The expression that's an element's only child. */
function onlyExpressionIn(element: Node): Node | undefined {
  const [only, ...others] = childrenOf(element);
  return others.length === 0 && only?.type === 'JSXExpressionContainer'
    ? (only['expression'] as Node)
    : undefined;
}

function isForeign(node: Node): boolean {
  switch (node.type) {
    case 'Identifier':
      return foreign.test(String(node['name']));
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
    case 'CallExpression': {
      const callee = node['callee'] as Node;
      const { property = callee, object } = callee as { property?: Node; object?: Node };
      const name = String(property['name']);
      if (object && /^(join|slice|trim)$/.test(name)) return isForeign(object);
      return foreign.test(name) || (name === 'stringify' && (node['arguments'] as Node[]).some(isForeign));
    }
    default:
      return false;
  }
}
