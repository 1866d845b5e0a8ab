import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readChapters } from './guide.ts';

const chapters = readChapters('docs');
const addresses = new Set(chapters.flatMap(({ headings }) => headings.map(({ address }) => address)));

/** The console's links to the guide. */
function linked(): string[] {
  const files = readdirSync('src/console', { recursive: true, withFileTypes: true })
    .filter((file) => file.name.endsWith('.tsx') && !/\.test\./.test(file.name))
    .map((file) => readFileSync(path.join(file.parentPath, file.name), 'utf8'));
  const pattern =
    /(?:help|chapter)="([a-z-]+(?:#[\w-]+)?)"|'((?:administrator|console|decisions|providers)#[\w-]+)'/g;
  return files.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? ''));
}

describe('the guide', () => {
  it('has every heading of a chapter at an address of its own', () => {
    const found = chapters.flatMap(({ headings }) => headings.map(({ address }) => address));
    expect(found.length).toBe(addresses.size);
    expect(addresses).toContain('changelog#010');
  });

  it('has the chapters that the console links to', () => {
    expect(linked().length).toBeGreaterThan(5);
    expect(linked().filter((address) => !addresses.has(address))).toEqual([]);
  });

  it('has the headings that its chapters link to', () => {
    const links = chapters.flatMap(({ name, html }) =>
      [...html.matchAll(/href="(?:\/-\/docs\/guide\/([\w-]+))?(#[^"]+)?"/g)].map(
        ([, chapter = name, anchor = '']) => `${chapter}${anchor}`,
      ),
    );
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((address) => !addresses.has(address))).toEqual([]);
  });

  it('links to nothing that is not served', () => {
    for (const { html } of chapters) expect(html).not.toMatch(/href="(?!https?:|#|\/-\/docs\/guide\/)/);
  });
});
