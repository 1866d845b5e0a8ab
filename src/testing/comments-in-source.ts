import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { lineAt } from './syntax-tree.ts';

/** A comment without its marks, on one line. Line comments in consecutive lines count as one. */
export interface SourceComment {
  line: number;
  text: string;
}

/**
 * Finds the comments of a source file, or of a configuration file with `#` comments.
 * @param source the file's content, if it isn't to be read from disk
 */
export function commentsIn(file: string, source = readFileSync(file, 'utf8')): SourceComment[] {
  const found = /\.(ts|tsx|mjs)$/.test(file) ? codeComments(file, source) : hashComments(source);
  const comments: (SourceComment & { lastLine: number })[] = [];
  for (const { line, text, block } of found) {
    const previous = comments.at(-1);
    if (!block && previous && previous.lastLine === line - 1) {
      previous.text += ` ${text}`;
      previous.lastLine = line;
    } else comments.push({ line, text, lastLine: block ? -1 : line });
  }
  return comments.map(({ line, text }) => ({ line, text: text.replaceAll(/\s+/g, ' ').trim() }));
}

interface Found extends SourceComment {
  block: boolean;
}

function codeComments(file: string, source: string): Found[] {
  return parseSync(file, source).comments.map(({ type, value, start }) => ({
    line: lineAt(source, start),
    text: value.replaceAll(/^\s*\*+/gm, ''),
    block: type === 'Block',
  }));
}

function hashComments(source: string): Found[] {
  return source.split('\n').flatMap((text, index) => {
    const comment = /(?:^|\s)#+ ?(.*)$/.exec(text)?.[1];
    return comment === undefined ? [] : [{ line: index + 1, text: comment, block: false }];
  });
}
