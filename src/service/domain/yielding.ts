import { setImmediate } from 'node:timers/promises';

const longestMilliseconds = 8;
const itemsBetweenLooks = 32;

/** Processes very many items, and regularly yields to requests and other work. */
export async function forEachYielding<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  let began = performance.now();
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % itemsBetweenLooks !== 0 || performance.now() - began < longestMilliseconds) continue;
    await setImmediate();
    began = performance.now();
  }
}

/**
 * Splits very many items into chunks with a maximum number of items and amount of text (unless a single item exceeds it).
 * @param textOf the length of an item's text
 */
export function* piecesOf<Item>(
  items: readonly Item[],
  most: { items: number; text: number },
  textOf: (item: Item) => number,
): Generator<Item[]> {
  let piece: Item[] = [];
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
