import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import {
  beatMilliseconds as usualBeat,
  claimText,
  keepClaim,
  pulseBytes,
  type ClaimedFile,
} from './claim-file.mjs';
import { describeProcess, isGone } from './process-identity.ts';
import { StoreError } from '../database/store-error.ts';

/** Callbacks for the claim on a data folder. */
export interface ClaimEvents {
  /** Called once before a long wait, with its reason. */
  onWait?: (sentence: string) => void;
  /** The folder can't be written anymore, or belongs to another process: this process must exit immediately. */
  onLost?: (error: StoreError) => void;
}

/** How often the claim is renewed, and how long other owners may be silent; shorter in tests. */
export interface Patience {
  beatMilliseconds?: number;
  silentMilliseconds?: number;
}

/** A valid claim. */
export type Claim = Awaited<ReturnType<typeof claimFolder>>;

/** Before that, the claim may still be in the process of being made. */
const unannouncedMilliseconds = 1_000;
const silent = '.silent';
const namePattern = /^owner-[0-9a-f-]{36}(\.silent)?$/;

/**
 * Claims a data folder by a file in it, which works across containers and machines that share the folder.
 *
 * A process first makes sure that every existing claim is abandoned, then makes its own, then checks again: if two do
 * this concurrently, at least one sees the other and withdraws. Each claim has a unique name, so that removing an
 * abandoned one never affects another, and the file system only needs to support files and renaming.
 * @returns the claim, which the threads that write to the folder check; and what to call when one finds it lost
 * @throws StoreError if another process owns the folder
 */
export async function claimFolder(
  folder: string,
  { onWait, onLost, beatMilliseconds = usualBeat, silentMilliseconds = 30_000 }: ClaimEvents & Patience = {},
) {
  const owner = describeProcess();
  const file = path.join(folder, `owner-${randomUUID()}`);
  const waiter = { folder, silentMilliseconds, onWait: once((sentence: string) => onWait?.(sentence)) };
  for (;;) {
    const others = await claimsIn(folder);
    await Promise.all(others.map((other) => removeAbandoned(other, waiter)));
    const claimed = { file, owner, pulse: new SharedArrayBuffer(pulseBytes) };
    if (await isAlone(folder, claimed)) {
      const reportLoss = once(() => onLost?.(lost(folder)));
      return { claimed, reportLoss, release: beat(claimed, beatMilliseconds, reportLoss) };
    }
    await sleep(Math.random() * 200);
  }
}

/** Makes a claim. @returns whether it's valid; it's withdrawn if there's another */
async function isAlone(folder: string, claimed: ClaimedFile): Promise<boolean> {
  try {
    await writeFile(claimed.file, claimText(claimed.owner, 0n), { flag: 'wx', mode: 0o600 });
    const found = await claimsIn(folder);
    // The first beat: from now on, others see an owner.
    if (found.length === 1 && keepClaim(claimed).renew()) return true;
  } catch (error) {
    await unlink(claimed.file).catch(ignoreMissing);
    throw error;
  }
  await unlink(claimed.file).catch(ignoreMissing);
  return false;
}

/** Starts the heartbeat. @returns a function that ends it and removes the claim */
function beat(claimed: ClaimedFile, beatMilliseconds: number, onLost: () => void): () => Promise<void> {
  const worker = new Worker(new URL('./heartbeat-worker.mjs', import.meta.url), {
    workerData: { claimed, beatMilliseconds },
  });
  worker.unref();
  worker.once('message', onLost).once('error', onLost);
  return async () => {
    await worker.terminate();
    await unlink(claimed.file).catch(ignoreMissing);
  };
}

async function claimsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => namePattern.test(name)).map((name) => path.join(folder, name));
}

interface Waiter {
  folder: string;
  silentMilliseconds: number;
  onWait: (sentence: string) => void;
}

/** Removes a claim whose process is gone or silent. @throws StoreError if the process is alive */
async function removeAbandoned(file: string, waiter: Waiter): Promise<void> {
  const found = await read(file);
  if (found === undefined) return;
  const owner = parse(found);
  if (owner && isGone(owner)) return unlink(file).catch(ignoreMissing);
  const announce = () =>
    waiter.onWait(
      `The data folder ${waiter.folder} may still be in use by ${describe(owner)}: waiting up to ${waiter.silentMilliseconds / 1000} s for a sign of life`,
    );
  if (await hasChanged(file, found, waiter.silentMilliseconds, announce))
    return refuseOwned(file, waiter.folder);
  if (file.endsWith(silent)) return unlink(file).catch(ignoreMissing);
  if (!(await removeUnchanged(file, found))) return refuseOwned(file, waiter.folder);
}

/**
 * Removes a claim, unless its owner renews it at the last moment: it's set aside before it's read again, so that no renewal
 * goes unnoticed.
 * @param found what the claim contained until now
 * @returns false if it has changed; it's put back then
 */
export async function removeUnchanged(file: string, found: string): Promise<boolean> {
  const aside = `${file}${silent}`;
  await rename(file, aside).catch(ignoreMissing);
  const after = await read(aside);
  if (after !== undefined && after !== found) {
    await rename(aside, file).catch(ignoreMissing);
    return false;
  }
  await unlink(aside).catch(ignoreMissing);
  return true;
}

/**
 * Polls a claim until it changes, disappears, or has been silent for long enough. Only time between
 * two polls counts, with a maximum each: suspending the machine pauses owner and observer alike.
 */
async function hasChanged(
  file: string,
  found: string,
  milliseconds: number,
  announce: () => void,
): Promise<boolean> {
  const interval = Math.min(500, milliseconds / 20);
  for (let silence = 0; silence < milliseconds;) {
    const before = performance.now();
    await sleep(interval);
    if ((await read(file)) !== found) return true;
    silence += Math.min(performance.now() - before, 2 * interval);
    if (silence > unannouncedMilliseconds) announce();
  }
  return false;
}

/** Rejects only a claim that's complete and hasn't been released in the meantime. */
async function refuseOwned(file: string, folder: string): Promise<void> {
  const found = await read(file);
  const owner = found === undefined ? undefined : parse(found);
  if (!owner || owner.beat === 0) return;
  throw new StoreError(
    `The data folder ${folder} is in use by another process (${describe(owner)}): stop it, or set another DATA_DIR`,
  );
}

function describe(owner: Found | undefined): string {
  return owner ? `process ${owner.pid} on ${owner.host}` : 'another process';
}

function lost(folder: string): StoreError {
  return new StoreError(
    `The data folder ${folder} no longer belongs to this process: another one took it over after 30 s without a sign of life, or the owner file was deleted. Nothing more was written to it`,
  );
}

const owning = z.object({
  // Shown to people, and written by anyone who can write to the folder.
  host: z.pipe(
    z.string(),
    z.transform((host) => host.replaceAll(/[^\w.:-]/g, '').slice(0, 64)),
  ),
  place: z.catch(z.nullable(z.string()), null),
  pid: z.number().check(z.positive()),
  started: z.catch(z.nullable(z.string()), null),
  beat: z.catch(z.coerce.number(), Number.NaN),
});
type Found = z.infer<typeof owning>;

/** @returns undefined for an incomplete file */
function parse(text: string): Found | undefined {
  try {
    return owning.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function read(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(ignoreMissing);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function once<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  let called = false;
  return (...args) => {
    if (!called) call(...args);
    called = true;
  };
}
