import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { Endpoint } from '../../contract/endpoint.ts';
import { limits } from '../../contract/limits.ts';
import { Problem } from '../domain/problem.ts';
import type { Reply } from './long-list-worker.mjs';

/** Smaller bodies are parsed in place: starting a thread takes longer. */
export const longListBytes = 16 * 1024;
/** The size of a chunk, in items and characters: a few milliseconds of work. */
const piece = { items: 500, text: 64 * 1024 };
/** A maximum-size body of nothing but brackets takes far more memory than its own size. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 };
/** Nobody fixes more problems than that before retrying. */
const maxIssues = 10_000;

type Schema = NonNullable<Endpoint['body']>;
type LongList = NonNullable<Endpoint['longList']>;
type Given = { data: Record<string, unknown> };

/** A body, and either its validated values or its problems. */
export interface CheckedBody {
  given: Given;
  data?: unknown;
  error?: z.core.$ZodError;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Parses and checks a body whose long list would otherwise block every other request: it's parsed in a thread,
 * one body at a time, and checked in chunks.
 * @param shaped checks that the body is an object with properties in `data`
 * @param body transferred to the thread, so it's unusable afterwards
 * @throws Problem 400 if it isn't JSON, 413 if an item, or everything else together, is too large
 */
export function checkLongList(...given: Parameters<typeof check>): Promise<CheckedBody> {
  const turn = last.then(() => check(...given));
  last = turn.catch(() => undefined);
  return turn;
}

async function check(
  schema: Schema,
  body: Uint8Array,
  list: LongList,
  shaped: (value: unknown) => Given,
): Promise<CheckedBody> {
  const worker = new Worker(new URL('./long-list-worker.mjs', import.meta.url), {
    workerData: { body, list: list.name, most: list.most, maxText: limits.bodyBytes, piece },
    // Transferred, not copied, unless it shares its memory with other buffers.
    transferList: body.byteLength === body.buffer.byteLength ? [body.buffer as ArrayBuffer] : [],
    resourceLimits,
  });
  try {
    return await checkPieces(worker, schema, list, shaped);
  } finally {
    void worker.terminate();
  }
}

async function checkPieces(
  worker: Worker,
  schema: Schema,
  { name, most }: LongList,
  shaped: (value: unknown) => Given,
): Promise<CheckedBody> {
  const { rest, count, pieces } = await replyOf(worker, name);
  const given = shaped(JSON.parse(rest));
  if (count === 0) return { given, ...z.safeParse(schema, given) };
  const issues: z.core.$ZodIssue[] = [];
  // Checking the items of a list that's too long would take too long.
  if (count > most)
    issues.push({
      code: 'custom',
      path: ['data', name],
      message: `must be at most ${most} lines`,
      input: undefined,
    });
  const items: unknown[] = [];
  let data: Record<string, unknown> = {};
  let from = 0;
  for (let left = pieces; left > 0 && issues.length < maxIssues; left -= 1) {
    worker.postMessage('next');
    const [text] = (await once(worker, 'message')) as [string];
    // Node hands over up to 1,000 messages in one turn of the event loop (`MessagePort::OnMessage` in its src/node_messaging.cc).
    await setImmediate();
    const some = JSON.parse(text) as unknown[];
    const parsed = z.safeParse(schema, { ...given, data: { ...given.data, [name]: some } });
    for (const issue of parsed.error?.issues ?? []) {
      const [, , index, ...path] = issue.path;
      // Problems outside the list are reported with the first chunk.
      if (typeof index === 'number') issues.push({ ...issue, path: ['data', name, from + index, ...path] });
      else if (from === 0) issues.push({ ...issue, path: issue.path.slice(0, 2) });
    }
    if (parsed.success) {
      data = parsed.data.data as Record<string, unknown>;
      for (const item of data[name] as unknown[]) items.push(item);
    }
    from += some.length;
  }
  return issues.length > 0
    ? { given, error: new z.core.$ZodError(issues) }
    : { given, data: { data: { ...data, [name]: items } } };
}

/** @throws Problem 400, 413 */
async function replyOf(worker: Worker, field: string) {
  const [reply] = (await once(worker, 'message').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return [{ problem: 'too large' }];
    throw error;
  })) as [Reply];
  const { problem, item, rest = '', count = 0, pieces = 0 } = reply;
  if (problem === 'invalid') throw new Problem(400, ["the body isn't valid JSON"]);
  const mebibytes = limits.bodyBytes / 1024 ** 2;
  if (problem && item !== undefined)
    throw new Problem(413, [`${field} line ${item + 1}: is over ${mebibytes} MiB`]);
  if (problem) throw new Problem(413, [`the body is over ${mebibytes} MiB without its ${field}`]);
  return { rest, count, pieces };
}
