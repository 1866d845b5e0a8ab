/**
 * How well a name matches a query: 0 exactly, 1 at its beginning, 2 at the beginning of a word, 3 anywhere, 4 if it has
 * every word of the query. Undefined if it doesn't match.
 */
export function matchRank(name: string, query: string): number | undefined {
  const text = name.toLocaleLowerCase();
  const searched = query.trim().toLocaleLowerCase();
  if (text === searched) return 0;
  const at = text.indexOf(searched);
  if (at === 0) return 1;
  if (at > 0) return startsWord(text, searched, at) ? 2 : 3;
  return searched.split(/\s+/).every((word) => text.includes(word)) ? 4 : undefined;
}

function startsWord(text: string, word: string, first: number): boolean {
  for (let at = first; at !== -1; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  return false;
}
