/**
 * Parses a large JSON body off the main thread, and hands over the one long list in it piece by piece; see
 * `long-list.ts`. Plain JavaScript, because Node 20 starts a worker from a file and runs no TypeScript.
 *
 * Started with `{ body, list, maxText, pieceItems, pieceText }`. Messages out: first `{ rest, count }`, the JSON text of
 * all but the list's items and how many of them there are (undefined where there is no such list), or `{ problem }`,
 * where `item` is the one that is too large. Then, for each message in, `{ piece }`, the JSON text of the next items.
 */
import { parentPort, workerData } from 'node:worker_threads';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread');
/** @type {{ body: Uint8Array, list: string, maxText: number, pieceItems: number, pieceText: number }} */
const { body, list, maxText, pieceItems, pieceText } = workerData;

/** @returns {any} */
function parse() {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
}

/** Takes the items out of the parsed body. @param {any} value @returns {unknown[] | undefined} */
function takeItems(value) {
  const data = value?.data;
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, list)) return undefined;
  const items = data[list];
  if (!Array.isArray(items)) return undefined;
  data[list] = [];
  return items;
}

/** @param {unknown[]} items */
function* piecesOf(items) {
  /** @type {string[]} */
  let texts = [];
  let size = 0;
  for (const [index, item] of items.entries()) {
    const text = JSON.stringify(item);
    if (text.length > maxText) {
      yield { problem: 'too large', item: index };
      return;
    }
    if (texts.length === pieceItems || (texts.length > 0 && size + text.length > pieceText)) {
      yield { piece: `[${texts.join()}]` };
      texts = [];
      size = 0;
    }
    texts.push(text);
    size += text.length;
  }
  yield { piece: `[${texts.join()}]` };
}

try {
  const value = parse();
  const items = takeItems(value);
  const rest = JSON.stringify(value);
  if (rest.length > maxText) port.postMessage({ problem: 'too large' });
  else port.postMessage({ rest, count: items?.length });
  const pieces = piecesOf(items ?? []);
  port.on('message', () => port.postMessage(pieces.next().value));
} catch {
  port.postMessage({ problem: 'invalid' });
}
