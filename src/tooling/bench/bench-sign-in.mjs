/**
 * Measures the CPU time that the gateway takes for a complete provider sign-in, from the redirect to the provider to the
 * session, beside `GET /authentication`. Provider and browser are other processes. All are measured in turns, so that
 * they share a busy machine equally.
 */
import path from 'node:path';
import { Agent, fetch } from 'undici';
import { conclude, cpuOfTree, median } from './figures.mjs';
import { create, signIn, startGateway } from './gateway.mjs';
import { startRedirectingProvider } from './servers/redirecting-provider.mjs';
import { onBothDatabases } from './seed.mjs';
import { temporaryFolder } from '../temporary-folder.mjs';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const perRound = 40;
const warmUp = 40;
const goal = 25;

/** Field access is evaluated in the gateway, any function in the sandbox, another process. */
const expressions = { 'field access': 'sub', sandboxed: "join('', [sub])" };

/** @typedef {{ run: () => Promise<void>, before?: () => Promise<void>, cpu: number[] }} Measured */

/** @param {string} name of the database @param {string} databaseUrl empty for the embedded one @returns whether the goal is reached */
async function bench(name, databaseUrl) {
  const folder = temporaryFolder('sign-in');
  const provider = await startRedirectingProvider(folder);
  const gateway = await startGateway(path.join(folder, 'data'), {
    DATABASE_URL: databaseUrl,
    OUTBOUND_ALLOW: provider.host,
    NODE_EXTRA_CA_CERTS: provider.certificateFile,
  });
  const dispatcher = new Agent({ connect: { ca: provider.certificatePem } });
  const api = `${gateway.url}/api`;
  const administrator = await signIn(gateway.url);
  /** @param {number} id */
  const signInWith = async (id) => {
    const begun = await redirected(`${api}/oidc_logins/${id}?return_to=%2Fgroups`);
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const authorized = await redirected(begun.location, { dispatcher });
    const finished = await redirected(authorized.location, { headers: { cookie } });
    if (finished.location !== '/groups') throw new Error(`The sign-in failed: ${finished.location}`);
  };
  const authentication = async () => {
    const response = await fetch(`${api}/authentication`, { headers: { cookie: administrator } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`GET /authentication returned ${response.status}`);
  };

  const user = { login: 'johndoe', group_resource: '/groups/0', role_resources: [] };
  await create(gateway.url, administrator, '/users', user);
  /** @type {Record<string, Measured>} */
  const measured = { 'GET /authentication': { run: authentication, cpu: [] } };
  for (const [label, username_path] of Object.entries(expressions)) {
    const values = { ...provider.values, name: label, username_path };
    const { id } = await create(gateway.url, administrator, '/oidc_ops', values);
    const run = () => signInWith(id);
    measured[`sign-in, ${label}`] = { run, cpu: [] };
    measured[`sign-in, ${label}, new connection`] = { run, before: provider.hangUp, cpu: [] };
  }
  for (const { run } of Object.values(measured)) for (let count = 0; count < warmUp; count += 1) await run();
  for (let round = 0; round < rounds; round += 1) {
    for (const { run, before, cpu } of Object.values(measured)) {
      let spent = -cpuOfTree(gateway.pid);
      for (let count = 0; count < perRound; count += 1) {
        await before?.();
        await run();
      }
      spent += cpuOfTree(gateway.pid);
      cpu.push(spent / perRound);
    }
  }
  await gateway.stop();
  await provider.stop();
  await dispatcher.close();
  const table = Object.entries(measured).map(([what, { cpu }]) => ({
    what,
    database: name,
    'CPU ms': Number(median(cpu).toFixed(2)),
    lowest: Math.min(...cpu),
    highest: Math.max(...cpu),
  }));
  console.table(table);
  return table.every((row) => row['CPU ms'] <= goal);
}

/** Sends a request that must be answered with a redirect. @param {string} url @param {import('undici').RequestInit} [init] */
async function redirected(url, init = {}) {
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const location = response.headers.get('location');
  const text = await response.text();
  if (location === null) throw new Error(`${url} returned ${response.status}: ${text}`);
  return { headers: response.headers, location };
}

const isReached = (await onBothDatabases(bench)).every(Boolean);
conclude(isReached, `at most ${goal} ms of CPU time; medians of ${rounds} rounds of ${perRound}`);
