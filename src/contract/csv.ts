/**
 * Before what a spreadsheet would run as a formula, maybe after quotes, spaces and the apostrophes that keep it from doing so: at
 * the start of a cell, and after what ends one where the list separator isn't a comma, or a reader ignores quotes.
 */
const formula =
  /(^|[;\t\n\v\f\r\u0085\u2028\u2029])(?=['"\p{Zs}]*[=+\-@＝＋－＠])|^(?=['"\p{Zs}]*[\t\r\n])/gu;
const guarded = new RegExp(formula.source.replaceAll('(?=', "'(?="), formula.flags);

/** A cell's text with an apostrophe before what a spreadsheet would run as a formula. */
export function withGuard(text: string): string {
  return text.replace(formula, "$1'");
}

/** A cell's text without the apostrophes that `withGuard` or a person put before what looks like a formula. */
export function withoutGuard(text: string): string {
  return text.replace(guarded, '$1');
}
