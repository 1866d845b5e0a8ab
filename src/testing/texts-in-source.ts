import { readFileSync } from 'node:fs';
import { lineAt, visitNodes, type Node } from './syntax-tree.ts';

/** A text in a source file that people may read, with `…` for each expression in it. */
export interface SourceText {
  line: number;
  text: string;
}

/**
 * Finds the strings of more than one word, templates and JSX texts of a source file.
 * @param source the file's content, if it isn't to be read from disk
 */
export function textsIn(file: string, source = readFileSync(file, 'utf8')): SourceText[] {
  const texts: SourceText[] = [];
  const visit = (node: Node) => {
    const text = textOf(node)?.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (text.includes(' ') || (node.type === 'JSXText' && text !== ''))
      texts.push({ line: lineAt(source, node.start), text });
  };
  visitNodes(file, source, visit, ({ type }) => type.startsWith('TS'));
  return texts;
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' || node.type === 'JSXText')
    return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}
