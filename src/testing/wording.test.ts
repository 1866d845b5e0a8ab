import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commentsIn, filesIn, textsIn } from './source-files.ts';

/** Words that read oddly, and what to write instead (`docs/glossary.md`). */
const rules: readonly [pattern: RegExp, better: string][] = [
  [/\b(tells?|told|telling)\b/i, 'say, show, report or ask'],
  [/\b(alone)\b/i, 'only'],
  [/\banew\b/i, 'again'],
  [/\b(whoever|whatever)\b/i, 'anyone who, any'],
  [/\b(meanwhile)\b/i, 'while …, or leave it out'],
  [/\b(at once)\b/i, 'immediately, simultaneously, or in one response'],
  [/\b(apart)\b/i, 'separate, distinguish'],
  [/\b(mend(s|ed|ing)?|by halves|odd(ity|ities)|quaint)\b/i, 'fix, partly, reason'],
  [/\b(judged?|judges)\b/i, 'check'],
  [/\b(somebody|anybody|everybody)\b/i, 'someone, anyone, everyone'],
  [/\b(not there any more)\b/i, 'no longer exists'],
  [/\b(could|can) ?not be (loaded|read|saved|deleted|reached)\b/i, "Couldn't load …, can't be reached"],
  [/\bmay not\b/i, "You don't have permission to …, or can't"],
  [/\bcannot\b/i, "can't"],
  [/\bby itself\b/i, 'automatically'],
  [/\b(hangs?|hanging) on\b/i, 'depends on'],
  [/\b(goes|go|went) on\b/i, 'continue'],
  [/\b(does not|doesn't|do not|don't) fit\b/i, "isn't valid, doesn't match"],
  [/\b(out of reach|in between|beside it|of them \d|in the way that)\b/i, 'a plain sentence'],
  [/\bbare\b/i, 'plain, just'],
  [/\b(lens|workbench|oddly|strange|strangest|room)\b/i, 'the standard term'],
  [/\b(dry run|try sign-in)\b/i, 'test sign-in'],
  [/\brename or describe\b/i, 'edit'],
  [/\bID Tokens?\b/, 'ID token'],
  [/(?<!discovery )\bthe document\b/i, 'the API, the discovery document'],
  [/[‘’]/, "a straight apostrophe: '"],
];

/** Folders whose strings, JSX text and comments are checked. */
const sourceFolders = ['src', 'e2e'];

const atRoot = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
const pages = atRoot.concat(
  readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);

const sources = filesIn(...sourceFolders).filter(
  // This file contains the words that it rejects.
  (file) => /\.(ts|tsx|mjs)$/.test(file) && file !== 'src/testing/wording.test.ts',
);

/** The rejected words of a text, each with the better one. */
function rejectedIn(text: string): string[] {
  return rules.flatMap(([pattern, better]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`"${found}" (better: ${better})`];
  });
}

/** The prose of a Markdown page, line by line; code is blanked. */
function proseOf(page: string): string[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ');
  return readFileSync(page, 'utf8')
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, blank)
    .replaceAll(/`[^`\n]*`/g, blank)
    .split('\n');
}

/** What's wrong with the citations in a comment: something that can't be opened, or a heading that doesn't exist. */
function brokenIn(comment: string): string[] {
  const broken = [...comment.matchAll(/\/work\/\S+/g)].map(([text]) => text);
  for (const [text, folder = '', name = '', heading] of comment.matchAll(
    /((?:[\w.-]+\/)*)([\w-]+\.md)\b`?(?:, "([^"]+)")?/g,
  )) {
    const file = folder + name;
    const known = folder === 'docs/' || atRoot.includes(file);
    if (!known || !existsSync(file) || (heading !== undefined && !headingsOf(file).includes(heading)))
      broken.push(text);
  }
  return broken;
}

const headingsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');

describe('wording', () => {
  it.each(pages)('uses no rejected word in %s', (page) => {
    const found = proseOf(page).flatMap((line, index) =>
      rejectedIn(line).map((each) => `${page}:${index + 1}: ${each}`),
    );
    expect(found).toEqual([]);
  });

  it('uses no rejected word in strings, JSX text and comments, which cite only what exists', () => {
    const found = sources.flatMap((file) => {
      const comments = commentsIn(file);
      return [
        ...[...textsIn(file), ...comments].map(({ line, text }) => ({ line, found: rejectedIn(text) })),
        ...comments.map(({ line, text }) => ({ line, found: brokenIn(text) })),
      ].flatMap(({ line, found: some }) => some.map((each) => `${file}:${line}: ${each}`));
    });
    expect(sources.length).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });

  it.each([
    ["fail('Groups cannot be moved')", ['Groups cannot be moved']],
    ['`Told ${count} users`', ['Told … users']],
    ['<p>Retry at once</p>', ['Retry at once']],
    ["import './alone.ts'", []],
    ["const state = 'alone'", []],
  ])('is checked in %s', (source, texts) => {
    const found = textsIn('example.tsx', source).map(({ text }) => text);
    expect(found).toEqual(texts);
    expect(found.flatMap(rejectedIn)).toHaveLength(texts.length);
  });

  it.each([
    ['// See `decisions.md`, "Groups".', ['decisions.md`, "Groups"']],
    ['/**\n * See docs/decisions.md,\n * "No such heading".\n */', ['docs/decisions.md, "No such heading"']],
    ['// See docs/decisions.md,\n// "Status codes", and the discovery document.', []],
  ])('is checked in the citations of %s', (source, broken) => {
    expect(commentsIn('example.ts', source).flatMap(({ text }) => brokenIn(text))).toEqual(broken);
  });
});
