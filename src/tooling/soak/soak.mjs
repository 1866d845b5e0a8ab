/** A gateway that the soak tests kill repeatedly. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn, startGateway } from '../bench/gateway.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';

/** @typedef {Awaited<ReturnType<typeof openSoak>>} Soak */

/** Prints problems, and fails if there are any. @param {readonly string[]} problems */
export function report(problems) {
  for (const problem of problems.slice(0, 20)) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/**
 * @param {{ environment?: Record<string, string>, headers?: Record<string, string> }} [options] headers: sent with every request
 */
export async function openSoak({ environment = {}, headers = {} } = {}) {
  const folder = temporaryFolder('soak');
  let gateway = await startGateway(folder, environment);
  const cookie = await signIn(gateway.url);

  /** @param {string} method @param {string} address @param {object} [data] */
  const request = (method, address, data) =>
    fetch(`${gateway.url}/api${address}`, {
      method,
      headers: { cookie, ...headers, ...(data ? { 'content-type': 'application/json' } : {}) },
      ...(data ? { body: JSON.stringify({ data }) } : {}),
    });

  return {
    request,
    /**
     * Kills the gateway during `work`, and starts it again.
     * @param {number} milliseconds maximum delay before the kill @param {() => Promise<void>} work
     */
    killDuring: async (milliseconds, work) => {
      const killing = sleep(Math.random() * milliseconds).then(() => gateway.kill());
      await work().finally(() => killing);
      gateway = await startGateway(folder, environment);
    },
    /** @param {string} address of a list @param {string} fields @returns {Promise<any[]>} all records */
    listAll: async (address, fields) => {
      const records = [];
      for (;;) {
        const response = await request(
          'GET',
          `${address}?limit=1000&start=${records.length}&fields=${fields}`,
        );
        const { data } = /** @type {any} */ (await response.json());
        records.push(...data);
        if (data.length < 1000) return records;
      }
    },
    /** Reads the log of changes as a collector does. @returns {Promise<any[]>} all changes, oldest first */
    readLog: async () => {
      const changes = [];
      for (let after = '0'; ;) {
        const response = await request('GET', `/changes?after=${after}&limit=1000`);
        const { data, next } = /** @type {any} */ (await response.json());
        if (data.length === 0) return changes;
        changes.push(...data);
        after = next;
      }
    },
    close: () => gateway.stop(),
  };
}
