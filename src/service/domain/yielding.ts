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
