const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that was written here, never text that came from somebody. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | false | undefined | Html | readonly Html[];

/** Markup with everything put into it escaped; `false` and `undefined` leave nothing. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    texts.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''),
  );
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map((item) => item.markup).join('\n');
  return String(part).replaceAll(/[&<>"']/g, (character) => replacements[character] ?? '');
}
