/**
 * Renews the claim on a data folder in a separate thread, so that neither a long query nor a busy main thread looks
 * like a dead owner. Posts one message when the claim is lost.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { keepClaim } from './claim-file.mjs';

/** @type {{ claimed: import('./claim-file.mjs').ClaimedFile, beatMilliseconds: number }} */
const { claimed, beatMilliseconds } = workerData;
const claim = keepClaim(claimed);

const timer = setInterval(() => {
  try {
    if (claim.renew()) return;
  } catch {
    // Retried at the next beat. Until then the database stops writing once the claim isn't fresh anymore.
    return;
  }
  clearInterval(timer);
  parentPort?.postMessage('lost');
}, beatMilliseconds);
