/** Reads the texts and comments of source files. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** The files in folders and those below, except generated ones. */
export function filesIn(...folders: string[]): string[] {
  const entries = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.gen.'))
    .map((entry) => path.posix.join(entry.parentPath.split(path.sep).join('/'), entry.name));
}

/** A node of a source file's syntax tree. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [property: string]: unknown;
}

/** Visits every node of a source file. @param isSkipped whether to skip a node with everything in it */
export function visitNodes(
  file: string,
  source: string,
  visit: (node: Node) => void,
  isSkipped: (node: Node) => boolean = () => false,
): void {
  const visitAll = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visitAll(each);
    if (!isNode(value) || isSkipped(value)) return;
    visit(value);
    for (const [key, child] of Object.entries(value)) if (key !== 'parent') visitAll(child);
  };
  visitAll(parse(file, source).program);
}

let last: { source: string; parsed: ReturnType<typeof parseSync> } | undefined;
/** Parses a file that's read for several reasons once. */
function parse(file: string, source: string): ReturnType<typeof parseSync> {
  if (last?.source !== source) last = { source, parsed: parseSync(file, source) };
  return last.parsed;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The line of an offset, counted from 1. */
export const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length;

/** Something that people read in a source file, on one line. */
interface SourceText {
  line: number;
  text: string;
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Finds the strings of more than one word, templates with `…` for each expression, and JSX texts of a source file. */
export function textsIn(file: string, source = readFileSync(file, 'utf8')): SourceText[] {
  const texts: SourceText[] = [];
  const visit = (node: Node) => {
    const text = onOneLine(textOf(node) ?? '');
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

/**
 * Finds the comments of a source file, or of a configuration file with `#` comments, without their marks. Those in consecutive lines
 * count as one.
 */
export function commentsIn(file: string, source = readFileSync(file, 'utf8')): SourceText[] {
  const isCode = /\.(ts|tsx|mjs)$/.test(file);
  const found = isCode
    ? parse(file, source).comments
    : [...source.matchAll(/(?<=^|\s)#+ ?(.*)$/gm)].map(({ 1: value = '', index: start }) => ({
        value,
        start,
      }));
  const comments: (SourceText & { lastLine: number })[] = [];
  for (const { value, start } of found) {
    const line = lineAt(source, start);
    const text = value.replaceAll(/^\s*\*+/gm, '');
    const lastLine = line + value.split('\n').length - 1;
    const previous = comments.at(-1);
    if (previous?.lastLine === line - 1)
      Object.assign(previous, { text: `${previous.text} ${text}`, lastLine });
    else comments.push({ line, text, lastLine });
  }
  return comments.map(({ line, text }) => ({ line, text: onOneLine(text) }));
}
