/** CPU time of the gateway and its sandbox for a complete provider sign-in, beside `GET /authentication`. */
import { Agent, fetch, type RequestInit } from 'undici';
import { runnerImport } from 'vite';
import { checkLimits, inTurns, show, spent, type Figures } from '../harness/measure.ts';
import { signIn, startProduct } from '../harness/product.ts';
import { onBothDatabases } from '../harness/seed.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const limits = { CPU: 25 };

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
      const settings = { ...provider.values, username_path, name: username_path };
      const { id } = await session.create('/oidc_ops', settings);
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
    for (const [name, figures] of Object.entries(results)) checkLimits(name, figures, limits);
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
