import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commentsIn, filesIn } from './source-files.ts';

/** Files whose comments are checked. */
const files = [
  ...filesIn('src', 'e2e', 'deploy'),
  'Dockerfile',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
];

const atRoot = new Set(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']);

/** What's wrong with the citations in a comment: something that can't be opened, or a heading that doesn't exist. */
function brokenIn(comment: string): string[] {
  const broken = [...comment.matchAll(/(?<!discovery )\bthe document\b|\/work\/\S+/gi)].map(([text]) => text);
  for (const [text, folder = '', name = '', heading] of comment.matchAll(
    /((?:[\w.-]+\/)*)([\w-]+\.md)\b`?(?:, "([^"]+)")?/g,
  )) {
    const file = folder + name;
    const known = folder === 'docs/' || (folder === '' && atRoot.has(name));
    if (!known || !existsSync(file) || (heading !== undefined && !headingsOf(file).includes(heading))) {
      broken.push(text);
    }
  }
  return broken;
}

function headingsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
}

describe('citations in comments', () => {
  it.each(files)('resolve in %s', (file) => {
    const broken = commentsIn(file).flatMap(({ line, text }) =>
      brokenIn(text).map((each) => `${file}:${line}: ${each}`),
    );
    expect(broken).toEqual([]);
  });

  it.each([
    ['// As in the document', ['the document']],
    ['// See `decisions.md`, "Groups".', ['decisions.md`, "Groups"']],
    ['// See docs/decisions.md, "Nothing".', ['docs/decisions.md, "Nothing"']],
    ['/**\n * See docs/decisions.md,\n * "No such heading".\n */', ['docs/decisions.md, "No such heading"']],
    ['// See docs/missing.md.', ['docs/missing.md']],
    ['// See docs/decisions.md,\n// "Status codes", and the discovery document.', []],
    ['const text = "the document";', []],
  ])('are checked in %s', (source, broken) => {
    const found = commentsIn('example.ts', source).flatMap(({ text }) => brokenIn(text));
    expect(found).toEqual(broken);
  });
});
