import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

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
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value) || value.type.startsWith('TS')) return;
    const text = textOf(value)?.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (text.includes(' ') || (value.type === 'JSXText' && text !== '')) {
      texts.push({ line: source.slice(0, value.start).split('\n').length, text });
    }
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visit(child);
  };
  visit(parseSync(file, source).program);
  return texts;
}

interface Node {
  type: string;
  start: number;
  [property: string]: unknown;
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' || node.type === 'JSXText') {
    return typeof node['value'] === 'string' ? node['value'] : undefined;
  }
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
