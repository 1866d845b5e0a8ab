const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Trusted markup: written in our code, never user input. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = string | number | false | undefined | Html | readonly Html[];

/** Builds markup and escapes every interpolated value; `false` and `undefined` render nothing. */
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
