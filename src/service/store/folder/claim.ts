import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { describeProcess, isGone } from './process-identity.ts';
import { StoreError } from '../database/store-error.ts';

/** Callbacks for the claim on a data folder, and times that are shorter in tests. */
export interface ClaimOptions {
  /** Called once before a long wait, with its reason. */
  onWait?: (sentence: string) => void;
  /** The folder can't be written anymore, or belongs to another process: this process must exit immediately. */
  onLost?: (error: StoreError) => void;
  /** How often the heartbeat changes the owner file. */
  beatMilliseconds?: number;
  /** How long another owner may be silent. */
  silentMilliseconds?: number;
}

/**
 * Claims a data folder by an owner file in it, which works across containers and machines that share the folder.
 *
 * A process first waits until every other owner has ended, then creates its own file, then looks again: if two do this
 * concurrently, at least one sees the other and withdraws. Each file has a unique name, so that deleting that of an ended
 * owner never affects another. An owner that wasn't ended notices that its file is gone (`owner-file.mjs`).
 * @returns the owner file, and functions that report its loss and delete it
 * @throws StoreError if another process owns the folder
 */
export async function claimFolder(folder: string, options: ClaimOptions = {}) {
  const name = `owner-${randomUUID()}`;
  const file = path.join(folder, name);
  const remove = () => rm(file, { force: true });
  const identity = describeProcess();
  const textOf = (beat: number) => ownerText(identity, beat);
  const owners = async () => (await readdir(folder)).filter((found) => found.startsWith('owner-'));
  for (;;) {
    for (const other of await owners()) await removeEnded(path.join(folder, other), options);
    const writing = writeFile(file, textOf(0), { flag: 'wx', mode: 0o600 });
    const found = await writing.then(owners).catch(async (error: unknown) => {
      await remove();
      throw error;
    });
    if (String(found) === name) break;
    await remove();
    await sleep(Math.random() * 200);
  }
  const sentence = `The data folder ${folder} no longer belongs to this process: another one took it over after 30 s without a sign of life, or the owner file was deleted. Nothing more was written to it`;
  const reportLoss = () => options.onLost?.(new StoreError(sentence));
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  const beat = async (count: number): Promise<void> => {
    // Never creates the file; other failures than its loss are retried.
    const isLost = await writeFile(file, textOf(count), { flag: 'r+' }).catch(
      ({ code }) => code === 'ENOENT',
    );
    if (released) return;
    if (isLost) return reportLoss();
    timer = setTimeout(beat, options.beatMilliseconds ?? 2_000, count + 1).unref();
  };
  await beat(1);
  const release = async () => {
    released = true;
    clearTimeout(timer);
    await remove();
  };
  return { file, reportLoss, release };
}

/**
 * The content of this process's owner file. Its length is constant: rewriting it needs no space on a full disk.
 * @param beat 0 while the process is still looking for other owners
 */
function ownerText(identity: ReturnType<typeof describeProcess>, beat: number): string {
  return `${JSON.stringify({ ...identity, beat: String(beat).padStart(12, '0') })}\n`;
}

/**
 * Deletes an owner file once its process is gone or hasn't changed it for long enough. Only time between two polls counts,
 * with a maximum each: suspending the machine pauses owner and observer alike.
 * @throws StoreError if the owner is alive
 */
async function removeEnded(file: string, options: ClaimOptions): Promise<void> {
  const folder = path.dirname(file);
  const { silentMilliseconds = 30_000 } = options;
  const interval = Math.min(500, silentMilliseconds / 20);
  let previous: string | undefined;
  for (let silence = 0, polls = 1; ; polls += 1) {
    const text = await readFile(file, 'utf8').catch(missing);
    if (text === undefined) return;
    const owner = parse(text);
    const name = owner ? `process ${owner.pid} on ${owner.host}` : 'another process';
    if (text !== (previous ??= text)) {
      if (owner && owner.beat > 0)
        throw new StoreError(
          `The data folder ${folder} is in use by another process (${name}): stop it, or set another DATA_DIR`,
        );
      [previous, silence] = [text, 0];
    }
    if (silence >= silentMilliseconds || (owner && isGone(owner))) break;
    if (polls === 3)
      options.onWait?.(
        `The data folder ${folder} may still be in use by ${name}: waiting up to ${silentMilliseconds / 1000} s for a sign of life`,
      );
    const before = performance.now();
    await sleep(interval);
    silence += Math.min(performance.now() - before, 2 * interval);
  }
  await rm(file, { force: true });
}

const owning = z.object({
  // Shown to people, and written by anyone who can write to the folder.
  host: z.string().check(z.regex(/^[\w.:-]{1,255}$/)),
  place: z.nullable(z.string()),
  pid: z.int().check(z.positive()),
  started: z.nullable(z.string()),
  beat: z.coerce.number(),
});

/** @returns undefined for an incomplete file */
function parse(text: string): z.infer<typeof owning> | undefined {
  try {
    return owning.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
