import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyTestStore } from '../../testing/databases.ts';
import { startForeignProvider, type ForeignProvider } from '../../testing/foreign-provider.ts';
import { cookieOf } from '../../testing/oidc-setup.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';
import { createOutbound } from '../outbound/outbound.ts';

describe.each(anyTestStore())('oauth2-mock-server on $name', ({ open }) => {
  const folder = temporaryFolder('foreign');
  const outbound = createOutbound();
  const service = testServiceOn(open, { outbound });
  let provider: ForeignProvider;
  let browser: Agent;
  beforeAll(async () => {
    provider = await startForeignProvider(folder);
    browser = new Agent({ connect: { ca: provider.certificatePem } });
    outbound.trust(provider.host, provider.certificatePem);
  });
  afterAll(async () => {
    await outbound.close();
    await browser.close();
    await provider.close();
  });

  async function create(more: object = {}): Promise<number> {
    const created = await service.post('/oidc_ops', { ...provider.values, ...more });
    expect(created).toMatchObject({ status: 201, body: { issuer: provider.issuer } });
    return (created.body as { id: number }).id;
  }

  /** Follows the authorization request to the provider and back. @returns the path of the redirect back */
  async function authorize(location: string): Promise<string> {
    const response = await fetch(location, { dispatcher: browser, redirect: 'manual' });
    const back = new URL(response.headers.get('location') ?? '');
    return `/oidc_logins/callback${back.search}`;
  }

  async function signIn(id: number) {
    const start = await service.visit(`/oidc_logins/${id}?return_to=%2Fgroups`);
    const url = await authorize(String(start.headers['location']));
    return service.visit(url, cookieOf(start.headers, 'oidc_'));
  }

  it('signs in with the subject of the ID token', async () => {
    const id = await create({ username_path: "sub == 'johndoe' && 'guest' || sub" });
    const { headers } = await signIn(id);
    expect(headers['location']).toBe('/groups');
    const who = await service.visit('/authentication', cookieOf(headers, 'session'));
    expect(who.body).toMatchObject({ login: 'guest' });
  });

  it('signs in with a claim from UserInfo and rotated keys of another kind', async () => {
    provider.server.service.on('beforeUserinfo', ({ body }) => {
      Object.assign(body ?? {}, { preferred_username: 'auditor' });
    });
    await provider.server.issuer.keys.generate('ES256');
    const id = await create({ username_path: 'preferred_username' });
    // Tokens are signed with each key in turn.
    for (let round = 0; round < 4; round += 1) expect((await signIn(id)).headers['location']).toBe('/groups');
  });
});
