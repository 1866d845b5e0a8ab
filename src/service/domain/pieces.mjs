/** Plain JavaScript, because a worker thread runs it too: see `long-list-worker.mjs`. */

/**
 * Splits very many items into chunks with a maximum number of items and amount of text (unless a single item exceeds it).
 * @template Item
 * @param {readonly Item[]} items
 * @param {{ items: number, text: number }} most
 * @param {(item: Item) => number} textOf the length of an item's text
 * @returns {Generator<Item[]>}
 */
export function* piecesOf(items, most, textOf) {
  /** @type {Item[]} */
  let piece = [];
  let text = 0;
  for (const item of items) {
    const length = textOf(item);
    if (piece.length === most.items || (piece.length > 0 && text + length > most.text)) {
      yield piece;
      piece = [];
      text = 0;
    }
    piece.push(item);
    text += length;
  }
  if (piece.length > 0) yield piece;
}
