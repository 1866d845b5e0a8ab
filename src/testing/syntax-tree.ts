import { parseSync } from 'vite';

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
  visitAll(parseSync(file, source).program);
}

/** The line of an offset, counted from 1. */
export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
