import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings } from '../gateway/config.ts';

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].concat(
  readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);

/** The cells of a table row, without backticks. */
function cells(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));
}

/** The anchor that GitHub generates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function linksIn(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
}

describe('docs', () => {
  it('list exactly the existing settings, with default and meaning', () => {
    const table = readFileSync('docs/configuration.md', 'utf8')
      .split('\n')
      .filter((line) => /^\| `[A-Z_]+` /.test(line))
      .map(cells);
    const known = Object.entries(settings).map(([name, { standard, meaning }]) => [name, standard, meaning]);
    expect(table).toEqual(known);
  });

  it.each(documents)('link only to files and headings that exist: %s', (document) => {
    const broken = linksIn(readFileSync(document, 'utf8'))
      .filter((link) => !/^(https?:|mailto:)/.test(link))
      .filter((link) => {
        const [file = '', anchor] = link.split('#');
        const target = file === '' ? document : path.join(path.dirname(document), file);
        if (!existsSync(target)) return true;
        if (anchor === undefined) return false;
        const headings = readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm);
        return ![...headings].some((match) => anchorOf(match[1] ?? '') === anchor);
      });
    expect(broken).toEqual([]);
  });

  it.each(documents)('name only files, scripts and settings that exist: %s', (document) => {
    const text = readFileSync(document, 'utf8');
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const known = new Set(['start', 'test', ...Object.keys(scripts)]);
    const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '');
    expect(commands.filter((name) => !known.has(name))).toEqual([]);
    const paths = [...text.matchAll(/`((?:src|e2e|deploy|docs)\/[\w./-]+)`/g)].map((match) => match[1] ?? '');
    expect(paths.filter((name) => !existsSync(name))).toEqual([]);
    const names = [
      ...text.matchAll(/\b((?:[A-Z]+_)+(?:URL|DIR|KEY|CA|TLS|CERT|PORT|PASSWORD|PROXY|VERSION))\b/g),
    ].map((match) => match[1] ?? '');
    const ofOthers =
      'PALISADE_API_KEY TARA_PASSWORD JANE_AT_A_IO_PASSWORD TEST_DATABASE_URL API_KEY POSTGRES_PASSWORD';
    expect(names.filter((name) => !(name in settings) && !ofOthers.split(' ').includes(name))).toEqual([]);
  });
});
