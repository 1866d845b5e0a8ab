/**
 * A page without styles or scripts that explains a refusal to a browser.
 * @param link to the console's start, as the last paragraph
 */
export function refusalPage(title: string, paragraphs: readonly string[], link?: string): string {
  const [heading = '', ...rest] = [title, ...paragraphs].map(escapeHtml);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${heading}</title></head><body><h1>${heading}</h1>`,
    ...rest.map((text) => `<p dir="auto">${text}</p>`),
    ...(link === undefined ? [] : [`<p><a href="/">${escapeHtml(link)}</a></p>`]),
    '</body></html>',
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
