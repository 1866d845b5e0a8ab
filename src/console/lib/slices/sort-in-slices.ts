import type { Sliced } from './slices.ts';

const runLength = 1000;

/** Sorts in slices. A list that is in order already takes one comparison per item. @returns a sorted copy */
export function* sortInSlices<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Sliced<readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  for (let from = 0; from < items.length; from += runLength) {
    runs.push(items.slice(from, from + runLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Sliced<readonly Item[]> {
  const [first] = right;
  const last = left.at(-1);
  if (first === undefined || last === undefined || compare(last, first) <= 0) return left.concat(right);
  const merged: Item[] = [];
  let at = 0;
  for (const item of left) {
    for (let next = right[at]; next !== undefined && compare(next, item) < 0; next = right[at]) {
      merged.push(next);
      at += 1;
      if (merged.length % runLength === 0) yield;
    }
    merged.push(item);
    if (merged.length % runLength === 0) yield;
  }
  return merged.concat(right.slice(at));
}
