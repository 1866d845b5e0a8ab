/**
 * Renews the claim on a data folder from a thread of its own, so that neither a long query nor a busy main thread looks
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
    // Tried again at the next beat. Until then the database writes nothing once the claim is no longer fresh.
    return;
  }
  clearInterval(timer);
  parentPort?.postMessage('lost');
}, beatMilliseconds);
