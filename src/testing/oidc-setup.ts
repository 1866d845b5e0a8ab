import type { OidcTrial } from '../contract/oidc/oidc-trials.ts';
import { createOutbound, type Outbound } from '../service/outbound/outbound.ts';
import type { Database } from '../service/store/database/database.ts';
import { startOddProvider, type OddProvider } from './misbehaving-provider.ts';
import { startTestService, type TestService } from './service.ts';

/** A service with one OIDC configuration, and the odd provider that it leads to. */
export interface OidcScene {
  provider: OddProvider;
  /** The service's way to it. */
  outbound: Outbound;
  service: TestService;
  /** Id of the configuration. */
  op: number;
  /** What it was created from. */
  values(): Record<string, string>;
  /** Creates another configuration of the same provider. @returns its id */
  create(more?: object): Promise<number>;
  /** Goes to the provider and comes back, as a browser would. */
  signIn(
    id?: number,
    options?: { keepCookie?: boolean; returnTo?: string },
  ): Promise<{
    status: number;
    location: string;
    session: string;
    device: string;
    url: string;
    cookie: string;
  }>;
  /** The same for a dry run, of the configuration or of a draft, which is read afterwards. */
  dryRun(draft?: object): Promise<OidcTrial>;
  /** Makes the provider behave again. */
  calm(): void;
  close(): Promise<void>;
}

/** Time that the service waits for the provider: short, so that slowness is quick to test. */
const timeoutMilliseconds = 1_500;

/** Sets the scene on a database, which its owner closes. */
export async function startOidcScene(database: Database): Promise<OidcScene> {
  const provider = await startOddProvider();
  const outbound = createOutbound({ timeoutMilliseconds });
  outbound.trust(provider.host, provider.certificatePem);
  const service = await startTestService(database, { outbound });
  const get = (url: string, cookie = '') =>
    service.raw({ method: 'GET', url, headers: cookie ? { cookie } : {} });
  const scene: OidcScene = {
    provider,
    outbound,
    service,
    op: 0,
    values: () => ({
      name: 'Odd',
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      username_path: 'preferred_username',
      metadata_url: `${provider.issuer}/.well-known/openid-configuration`,
      logout_method: 'local',
      post_logout_redirect_uri: 'https://acme.example/bye',
    }),
    create: async (more = {}) => {
      const { body } = await service.request('admin', 'POST', '/oidc_ops', { ...scene.values(), ...more });
      return (body as { id: number }).id;
    },
    signIn: async (id = scene.op, { keepCookie = true, returnTo = '/groups' } = {}) => {
      const start = await get(`/oidc_logins/${id}?return_to=${encodeURIComponent(returnTo)}`);
      const cookie = cookieOf(start.headers, 'oidc_');
      const url = `/oidc_logins/callback?${provider.authorize(String(start.headers['location'])).toString()}`;
      const back = await get(url, keepCookie ? cookie : '');
      return {
        status: back.status,
        location: String(back.headers['location']),
        session: cookieOf(back.headers, 'session'),
        device: cookieOf(back.headers, 'device'),
        url,
        cookie,
      };
    },
    dryRun: async (draft) => {
      const path = draft ? '/oidc_trials' : `/oidc_logins/${scene.op}/trials`;
      const started = await service.request('admin', 'POST', path, draft);
      const { authorization_url, oidc_trial_resource } = started.body as Record<string, string>;
      const callback = provider.authorize(String(authorization_url));
      const back = await get(
        `/oidc_logins/callback?${callback.toString()}`,
        cookieOf(started.headers, 'oidc_'),
      );
      if (back.headers['location'] !== '/trial-finished' || cookieOf(back.headers, '') !== '')
        throw new Error('The dry run did not end as one');
      return (await service.request('admin', 'GET', String(oidc_trial_resource))).body as OidcTrial;
    },
    calm: () => {
      provider.behaviour = {};
      provider.user = { idToken: { preferred_username: 'admin' }, userInfo: { preferred_username: 'admin' } };
    },
    close: async () => {
      await service.close();
      await outbound.close();
      await provider.close();
    },
  };
  scene.op = await scene.create();
  return scene;
}

/** Every `Set-Cookie` header of a response. */
export function cookiesSet(headers: Record<string, unknown>): string[] {
  const set = headers['set-cookie'];
  const lines: unknown[] = Array.isArray(set) ? set : [set];
  return lines.filter((line) => typeof line === 'string');
}

/**
 * Name and value of the first cookie that a response sets; empty where it sets none.
 * @param prefix of the name of the cookie that is meant
 */
export function cookieOf(headers: Record<string, unknown>, prefix = ''): string {
  const pairs = cookiesSet(headers).map((line) => line.split(';')[0] ?? '');
  return pairs.find((pair) => pair.startsWith(prefix) && !pair.endsWith('=')) ?? '';
}
