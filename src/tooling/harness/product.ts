/** Starts the built product, and talks to it. Builds it first if the sources have changed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { run as build } from '../build.ts';
import { startGateway } from '../gateway.ts';
import { isBuilt } from '../sources.mjs';

const password = 'a password for benchmarks';

/** Starts the product. @param args of the gateway */
export async function startProduct(environment: Record<string, string>, args: string[] = []) {
  if (!isBuilt()) await build();
  const command = [process.execPath, 'dist/server/main.js', ...args];
  return startGateway({ LOG_LEVEL: 'error', ADMIN_PASSWORD: password, ...environment }, command);
}

export async function signIn(url: string) {
  let cookie = '';
  const send = (method: string, address: string, data?: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/api${address}`, {
      method,
      headers: { cookie, ...(data && { 'content-type': 'application/json' }), ...headers },
      ...(data && { body: JSON.stringify({ data }) }),
    });
  /** @returns the body of a response with this status */
  const expect = async (status: number, method: string, address: string, data?: object) => {
    const response = await send(method, address, data);
    const text = await response.text();
    if (response.status !== status) throw new Error(`${method} ${address}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const read = (address: string) => expect(200, 'GET', address);
  const create = (list: string, data: object) => expect(201, 'POST', list, data);
  /** Waits for a job. @returns its last message */
  const endOfJob = async (path: string): Promise<string> => {
    for (;;) {
      const response = await send('GET', path);
      const { finished, message } = JSON.parse(await response.text());
      if (finished) return message;
      // The database may be busy with the job.
      if (!response.ok && response.status !== 503) throw new Error(`GET ${path}: ${response.status}`);
      await sleep(200);
    }
  };
  const response = await send('POST', '/authentication', { login: 'admin', password });
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { url, cookie, send, read, create, endOfJob };
}
