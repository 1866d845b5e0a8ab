/**
 * Parses a large JSON body off the main thread, and splits the one long list in it; see `long-list.ts`. Plain JavaScript, because
 * Node 20 starts a worker from a file and runs no TypeScript. Posts a `Reply`, and then, for each message in, the next of
 * the pieces: receiving them all in one message would take long.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { piecesOf } from '../domain/pieces.mjs';

/**
 * `rest` is the JSON text of all but the list's items, `count` how many of them there are (0 where there is no such list),
 * and `pieces` how many lists of them, which follow as JSON texts. `item` is the one that is too large.
 * @typedef {{ problem?: 'invalid' | 'too large', item?: number, rest?: string, count?: number, pieces?: number }} Reply
 */
/** @type {{ body: Uint8Array, list: string, most: number, maxText: number, piece: { items: number, text: number } }} */
const { body, list, most, maxText, piece } = workerData;

/** Takes the items out of the parsed body. @param {any} value @returns {unknown[] | undefined} */
function takeItems(value) {
  const data = value?.data;
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, list)) return undefined;
  const items = data[list];
  if (!Array.isArray(items)) return undefined;
  data[list] = [];
  return items;
}

/** @returns {Reply} */
function read() {
  const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  const items = takeItems(value);
  const rest = JSON.stringify(value);
  if (rest.length > maxText) return { problem: 'too large' };
  // Splitting a list that's too long would take too much memory.
  if (!items || items.length > most) return { rest, count: items?.length ?? 0 };
  const texts = items.map((item) => JSON.stringify(item));
  const item = texts.findIndex((text) => text.length > maxText);
  if (item !== -1) return { problem: 'too large', item };
  const pieces = [...piecesOf(texts, piece, (text) => text.length)];
  parentPort?.on('message', () => parentPort?.postMessage(`[${pieces.shift()?.join()}]`));
  return { rest, count: items.length, pieces: pieces.length };
}

try {
  parentPort?.postMessage(read());
} catch {
  parentPort?.postMessage({ problem: 'invalid' });
}
