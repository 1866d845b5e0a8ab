/** The documentation as pages that the gateway serves with the console, for machines without access to the internet. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';

const guideUrl = '/-/docs/guide/';

/** The chapters in their order; the others are for those who have the sources. */
const chapters = [
  'console',
  'administrator',
  'configuration',
  'configuration-file',
  'providers',
  'demo',
  'qa',
  'decisions',
  'glossary',
  'threat-model',
  'changelog',
];

/** A heading of a chapter, and its address below the guide's. */
export interface GuideHeading {
  title: string;
  level: number;
  address: string;
}

/** Writes the guide's pages and pictures to a folder. @param docs the folder of the documentation */
export function writeGuide(docs: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const built = readChapters(docs);
  for (const { name, title, html } of built)
    writeFileSync(path.join(folder, `${name}.html`), page(title, html));
  const contents = built.map(({ headings }) => `<ul>${headings.map(entry).join('')}</ul>`).join('');
  writeFileSync(path.join(folder, 'index.html'), page('Guide', `<h1>Guide</h1>${contents}`));
  writeFileSync(path.join(folder, 'headings.json'), JSON.stringify(built.flatMap(searchable)));
  writeFileSync(path.join(folder, 'guide.css'), style);
  for (const name of readdirSync(docs).filter((file) => file.endsWith('.png')))
    copyFileSync(path.join(docs, name), path.join(folder, name));
}

/** What the console searches. The changelog's sections have the same titles in every version. */
function searchable({ name, title: chapter, headings }: ReturnType<typeof readChapters>[number]) {
  const deepest = name === 'changelog' ? 2 : 3;
  return headings
    .filter(({ level }) => level <= deepest)
    .map(({ title, level, address }) => ({ title, chapter: level === 1 ? 'Guide' : chapter, address }));
}

function fileOf(docs: string, name: string): string {
  return name === 'changelog' ? path.join(docs, '..', 'CHANGELOG.md') : path.join(docs, `${name}.md`);
}

/** The chapters as HTML. @param docs as above */
export function readChapters(docs: string) {
  return chapters
    .filter((name) => existsSync(fileOf(docs, name)))
    .map((name) => {
      const headings: GuideHeading[] = [];
      const ids: string[] = [];
      const marked = new Marked({
        renderer: {
          heading({ tokens, depth, text }) {
            const plain = headingId(text);
            const repeated = ids.filter((other) => other === plain).length;
            ids.push(plain);
            const id = repeated === 0 ? plain : `${plain}-${repeated}`;
            const title = text.replaceAll(/[`*_]/g, '');
            headings.push({ title, level: depth, address: depth === 1 ? name : `${name}#${id}` });
            return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>`;
          },
          link({ href, tokens }) {
            const text = this.parser.parseInline(tokens);
            const [, chapter = '', anchor = ''] = /^(?:docs\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
            if (chapters.includes(chapter)) return `<a href="${guideUrl}${chapter}${anchor}">${text}</a>`;
            // Files beside the documentation aren't served.
            return /^(https?:|#)/.test(href) ? `<a href="${href}">${text}</a>` : text;
          },
          image: ({ href, text }) => `<img src="${guideUrl}${href}" alt="${text}">`,
        },
      });
      const html = marked.parse(readFileSync(fileOf(docs, name), 'utf8'), { async: false });
      return { name, title: headings[0]?.title ?? name, html, headings };
    });
}

/** A heading's ID, as on GitHub. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function entry({ title, level, address }: GuideHeading): string {
  return level > 2 ? '' : `<li class="level-${level}"><a href="${guideUrl}${address}">${title}</a></li>`;
}

function page(title: string, body: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title} · Palisade</title><link rel="stylesheet" href="${guideUrl}guide.css"></head>`,
    `<body><nav aria-label="Guide"><a href="${guideUrl}">Guide</a></nav><main>${body}</main></body></html>`,
  ].join('\n');
}

const style = `:root { color-scheme: light dark; }
body { max-width: 76ch; margin: 0 auto; padding: 24px; font: 15px/1.6 system-ui, sans-serif;
  background: light-dark(#fff, #0f1416); color: light-dark(#11181c, #dde4e6); overflow-wrap: anywhere; }
a { color: light-dark(#0f766e, #43c7b9); }
h1, h2, h3 { line-height: 1.3; }
h2 { margin-top: 2em; }
code, pre { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { overflow: auto; padding: 12px; border: 1px solid light-dark(#dfe5e8, #333c40); border-radius: 6px; }
table { display: block; overflow: auto; border-collapse: collapse; }
th, td { padding: 6px 12px 6px 0; border-bottom: 1px solid light-dark(#dfe5e8, #333c40); text-align: start; vertical-align: top; }
img { max-width: 100%; }
ul:has(.level-1) { padding: 0; list-style: none; }
.level-1 { font-weight: 600; }
.level-2 { margin-inline-start: 20px; }
`;
