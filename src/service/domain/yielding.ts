import { setImmediate } from 'node:timers/promises';

/** Splits very many items into chunks, each a few milliseconds of work; between two, requests and other work are served. */
export async function* chunksOf<Item>(items: readonly Item[], size = 500): AsyncGenerator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await setImmediate();
    yield items.slice(start, start + size);
  }
}
