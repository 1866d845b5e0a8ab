/**
 * The file with which a process claims a data folder, as renewed and checked by its owner. Plain JavaScript, because worker
 * threads run it: see `heartbeat-worker.mjs` and `pglite-worker.mjs`.
 */
import fs from 'node:fs';

/**
 * The owner of a folder. `place` identifies the scope of its process id (null if unknown), `started` distinguishes
 * it from a later process with the same id.
 * @typedef {{ host: string, place: string | null, pid: number, started: string | null, since: string }} Owner
 */
/**
 * @typedef {{ file: string, owner: Owner, pulse: SharedArrayBuffer }} ClaimedFile pulse: shared by the threads of the
 * owner, `pulseBytes` long
 */

export const beatMilliseconds = 5_000;
/** Far below `silentMilliseconds` of `claim.ts`: an owner checks its claim long before anyone may take it over. */
const freshMilliseconds = 15_000n;

/** The last renewal by two clocks, the number of renewals, and whether the claim is lost. */
const monotonicCell = 0;
const wallCell = 1;
const beatsCell = 2;
const lostCell = 3;
export const pulseBytes = 4 * BigInt64Array.BYTES_PER_ELEMENT;

/**
 * The file's content. Its length is constant for an owner: rewriting it needs no space on a full disk.
 * @param {Owner} owner @param {bigint} beat 0 while its process is still looking for other claims
 */
export function claimText(owner, beat) {
  const counter = String(beat).padStart(12, '0');
  return `${JSON.stringify({ ...owner, at: new Date().toISOString(), beat: counter })}\n`;
}

/**
 * Renews and checks a claim. Both functions return false forever once the claim is lost, and throw if the file can't
 * be written: the claim is still valid then, but others may soon consider it abandoned.
 * @param {ClaimedFile} claimed
 */
export function keepClaim({ file, owner, pulse }) {
  const cells = new BigInt64Array(pulse);
  const monotonic = () => process.hrtime.bigint() / 1_000_000n;
  const wall = () => BigInt(Date.now());

  /** Shows others that the owner is alive. @returns {boolean} */
  const renew = () => {
    if (Atomics.load(cells, lostCell) !== 0n) return false;
    // Before writing the file: the claim must never look fresher to us than to others.
    const moment = { monotonic: monotonic(), wall: wall() };
    try {
      overwrite(file, claimText(owner, Atomics.add(cells, beatsCell, 1n) + 1n));
      // A process taking over first renames the file, then reads it: one of the two notices the other.
      fs.statSync(file);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
      Atomics.store(cells, lostCell, 1n);
      return false;
    }
    Atomics.store(cells, monotonicCell, moment.monotonic);
    Atomics.store(cells, wallCell, moment.wall);
    return true;
  };

  /** Whether the owner still holds the claim; reads the file only after a pause, such as a suspension. @returns {boolean} */
  const holds = () => {
    if (Atomics.load(cells, lostCell) !== 0n) return false;
    // One clock stops while the machine sleeps, the other can be changed.
    const pause = monotonic() - Atomics.load(cells, monotonicCell);
    const shift = wall() - Atomics.load(cells, wallCell);
    const fresh = pause < freshMilliseconds && shift < freshMilliseconds && -shift < freshMilliseconds;
    return fresh || renew();
  };
  return { renew, holds };
}

/** Never creates the file: a deleted file means a lost claim. @param {string} file @param {string} text */
function overwrite(file, text) {
  const handle = fs.openSync(file, 'r+');
  try {
    fs.writeSync(handle, text, 0);
  } finally {
    fs.closeSync(handle);
  }
}
