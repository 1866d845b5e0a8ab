const popDirectionalIsolate = '\u2069';

/**
 * What can affect the surrounding text's direction, or end its paragraph and with it every isolate (UAX #9, P1 and X8): marks and changes
 * of direction, control characters, scripts written from right to left (and, beyond U+FFFF, some others).
 */
const bidirectional = /[\p{Bidi_C}\p{Cc}\p{Zp}\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{1EFFF}]/u;

// U+2800 is an empty Braille pattern.
const visibleCharacter = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}\u2800]/u;

export const isVisible = (text: string) => visibleCharacter.test(text);

/** A name, or what stands for one of another service that can't be seen or isn't a text. @param path of the record */
export function visibleName(name: unknown, path = ''): string {
  return typeof name === 'string' && isVisible(name) ? name : `(no visible name)${path && ` ${path}`}`;
}

/**
 * Untrusted text, such as a record's name, for use within a sentence: it gets its own direction and doesn't affect
 * the text around it (Unicode Standard Annex #9, section 2.7). For display only: text to be copied, compared or
 * sent must stay unchanged. Text that can't affect direction is returned unchanged.
 */
export function isolate(text: string): string {
  return bidirectional.test(text) ? `\u2068${balanced(text)}${popDirectionalIsolate}` : shown(text);
}

/**
 * A sentence with texts from users or other services, such as records' names: each value is isolated, and lists are joined
 * with commas. In JSX, use `<Name>`.
 */
export function msg(
  words: TemplateStringsArray,
  ...values: readonly (string | number | readonly string[])[]
): string {
  const texts = values.map((value) =>
    typeof value === 'object' ? value.map(isolate).join(', ') : isolate(String(value)),
  );
  return String.raw({ raw: words }, ...texts);
}

/** A text that looks empty isn't shown as it is. */
const shown = (text: string) => (text === '' ? '' : visibleName(text));

/** The text without anything that would end an isolate around it: isolates in it are balanced. */
export function balanced(text: string): string {
  let open = 0;
  const kept = shown(text).replace(/[\p{Cc}\p{Zp}\u2066-\u2069]/gu, (mark) => {
    if (mark < '\u2066') return ' ';
    if (mark < popDirectionalIsolate) open += 1;
    else if (open === 0) return '';
    else open -= 1;
    return mark;
  });
  return kept + popDirectionalIsolate.repeat(open);
}

/** What can't be seen, controls a terminal, or changes how the text around it looks. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A text without characters that people can't see: each is replaced by its escape sequence in JSON. @param which they are */
export function escapeUnseen(text: string, which = unseen): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(which, (found) => found.split('').map(escaped).join(''));
}
