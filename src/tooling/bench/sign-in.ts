/**
 * The CPU time that the gateway and its sandbox take for a complete provider sign-in, from the redirect to the provider to the
 * session, beside `GET /authentication`.
 */
import { Agent, fetch, type RequestInit } from 'undici';
import { runnerImport } from 'vite';
import { check, inTurns, show, spent, type Figures } from '../harness/measure.ts';
import { signIn, startProduct } from '../harness/product.ts';
import { onBothDatabases } from '../harness/seed.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const goal = 25;

type Provider = Record<'host' | 'certificateFile' | 'certificatePem', string> & { values: object };

export async function run(): Promise<void> {
  const { module } = await runnerImport<{ startForeignProvider(folder: string): Promise<Provider> }>(
    '/src/testing/foreign-provider.ts',
  );
  const provider = await module.startForeignProvider(temporaryFolder('provider'));
  await onBothDatabases(async (database, DATABASE_URL) => {
    const gateway = await startProduct({
      DATA_DIR: temporaryFolder('sign-in'),
      DATABASE_URL,
      OUTBOUND_ALLOW: provider.host,
      NODE_EXTRA_CA_CERTS: provider.certificateFile,
    });
    const dispatcher = new Agent({ connect: { ca: provider.certificatePem } });
    const session = await signIn(gateway.url);
    await session.create('/users', { login: 'johndoe', group_resource: '/groups/0', role_resources: [] });
    const variants: Record<string, () => Promise<Figures>> = {
      'GET /authentication': () => spent(gateway.pid, 400, () => session.read('/authentication')),
    };
    // Field access is evaluated in the gateway, any function in the sandbox, another process.
    for (const username_path of ['sub', "join('', [sub])"]) {
      const { id } = await session.create('/oidc_ops', {
        ...provider.values,
        username_path,
        name: username_path,
      });
      variants[`sign-in, ${username_path}`] = () =>
        spent(gateway.pid, 40, async () => {
          const begun = await redirected(`${gateway.url}/api/oidc_logins/${id}?return_to=%2Fgroups`);
          const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
          const authorized = await redirected(begun.location, { dispatcher });
          const { location } = await redirected(authorized.location, { headers: { cookie } });
          if (location !== '/groups') throw new Error(`The sign-in failed: ${location}`);
        });
    }
    const results = await inTurns(variants);
    show(`Provider sign-in, ${database}`, results);
    const highest = Math.max(...Object.values(results).map((figures) => figures['CPU'] ?? Number.NaN));
    check(highest <= goal, `at most ${goal} ms of CPU time: ${highest.toFixed(1)} ms`);
    await gateway.stop();
  });
}

/** Sends a request that must be answered with a redirect. */
async function redirected(url: string, init: RequestInit = {}) {
  const { headers, status } = await fetch(url, { ...init, redirect: 'manual' });
  const location = headers.get('location');
  if (location === null) throw new Error(`${url} returned ${status}`);
  return { headers, location };
}
