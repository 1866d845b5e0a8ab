const popDirectionalIsolate = '\u2069';

/**
 * What can turn the text around it, or end its paragraph and with it every isolate (UAX #9, P1 and X8): marks and changes
 * of direction, control characters, scripts written from right to left (and, beyond U+FFFF, some others).
 */
const turning = /[\p{Bidi_C}\p{Cc}\p{Zp}\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{1EFFF}]/u;

/**
 * A text from elsewhere, such as the name of a record, for the inside of a sentence: it has its own direction and turns
 * nothing around it (Unicode Standard Annex #9, section 2.7). Only for what is read: a text to be copied, compared or
 * sent stays as it is. One that cannot turn anything stays as it is, too.
 */
export function isolate(text: string): string {
  return turning.test(text) ? `\u2068${balanced(text)}${popDirectionalIsolate}` : text;
}

/** The text without what would end an isolate around it: every isolate in it ends in it, and none that it did not begin. */
export function balanced(text: string): string {
  let open = 0;
  const kept = text.replace(/[\p{Cc}\p{Zp}\u2066-\u2069]/gu, (mark) => {
    if (mark < '\u2066') return ' ';
    if (mark < popDirectionalIsolate) open += 1;
    else if (open === 0) return '';
    else open -= 1;
    return mark;
  });
  return kept + popDirectionalIsolate.repeat(open);
}
