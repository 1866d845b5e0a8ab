import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { SignInTest } from '../contract/oidc/sign-in-tests.ts';
import { createOutbound } from '../service/outbound/outbound.ts';
import type { Database } from '../service/store/database/database.ts';
import { stepLimit } from '../tooling/time-limits.ts';
import { startMisbehavingProvider, userNamed } from './misbehaving-provider.ts';
import { startTestService, type TestService } from './service.ts';

/** A service with one OIDC configuration for a misbehaving provider. */
export type OidcSetup = Awaited<ReturnType<typeof startOidcSetup>>;

/** How long it waits in tests of timeouts. */
export const impatience = 2_000;

/**
 * Starts the provider and a service on a database; the caller closes the database.
 * @param milliseconds how long it waits for the provider
 * @param targets the objects to make the provider and the service of
 */
export async function startOidcSetup(
  database: Database,
  milliseconds = stepLimit,
  targets: { provider?: object; service?: object } = {},
) {
  const provider = await startMisbehavingProvider(targets.provider);
  const outbound = createOutbound({ timeoutMilliseconds: milliseconds });
  outbound.trust(provider.host, provider.certificatePem);
  const service = Object.assign(targets.service ?? {}, await startTestService(database, { outbound }));
  const values = () => ({
    name: 'Odd',
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    username_path: 'preferred_username',
    metadata_url: `${provider.issuer}/.well-known/openid-configuration`,
    logout_method: 'local',
    post_logout_redirect_uri: 'https://acme.example/bye',
  });
  const create = async (more = {}) => {
    const { status, body, text } = await service.request('admin', 'POST', '/oidc_ops', {
      ...values(),
      ...more,
    });
    if (status !== 201) throw new Error(`No provider was created: ${status} ${text}`);
    return (body as { id: number }).id;
  };
  const op = await create();
  /**
   * Starts a sign-in, and has the provider respond.
   * @param cookies that the browser has
   * @param on the instance that it's started at
   * @returns the headers of the redirect to the provider, the sign-in's cookie, and where the provider redirects to
   */
  const begin = async (start = `/oidc_logins/${op}`, cookies = '', on: TestService = service) => {
    const { headers } = await on.visit(start, cookies);
    const query = provider.authorize(String(headers['location'])).toString();
    return { headers, cookie: cookieOf(headers, 'oidc_'), url: `/oidc_logins/callback?${query}` };
  };
  return {
    provider,
    /** The service's fetch. */
    outbound,
    service,
    /** The configuration's ID. */
    op,
    /** The values it was created with. */
    values,
    /** Creates another configuration of the same provider. @returns its id */
    create,
    begin,
    /** Signs in at the provider and follows the redirects, as a browser would. `location` lacks the reference. */
    signIn: async (id = op, { returnTo = '/groups' } = {}) => {
      const { url, cookie } = await begin(`/oidc_logins/${id}?return_to=${encodeURIComponent(returnTo)}`);
      const back = await service.visit(url, cookie);
      return {
        status: back.status,
        location: withoutReference(back.headers['location']),
        reference: new URL(String(back.headers['location']), 'http://localhost').searchParams.get(
          'reference',
        ),
        session: cookieOf(back.headers, 'session'),
        device: cookieOf(back.headers, 'device'),
        url,
        cookie,
      };
    },
    /** Runs a sign-in test of a configuration, or of a draft, and returns its report. */
    testSignIn: async (draft?: object, id = op) => {
      const path = draft ? '/oidc_trials' : `/oidc_logins/${id}/trials`;
      const started = await service.request('admin', 'POST', path, draft);
      const { authorization_url, oidc_trial_resource } = started.body as Record<string, string>;
      const callback = provider.authorize(String(authorization_url));
      const url = `/oidc_logins/callback?${callback.toString()}`;
      const back = await service.visit(url, cookieOf(started.headers, 'oidc_'));
      if (back.headers['location'] !== '/sign-in-test-finished' || cookieOf(back.headers, '') !== '')
        throw new Error("The sign-in test didn't end on its page");
      return (await service.request('admin', 'GET', String(oidc_trial_resource))).body as SignInTest;
    },
    /** Removes the provider's faults. */
    reset: () => {
      provider.behaviour = {};
      provider.user = userNamed('admin');
    },
    close: async () => {
      await service.close();
      await outbound.close();
      await provider.close();
    },
  };
}

/** A redirect to the sign-in page without the reference of the rejected sign-in, which is random. */
export function withoutReference(location: unknown): string {
  return String(location).replace(/&reference=[A-Z]{8}$/, '');
}

/**
 * Starts the setup on its own database before the tests of a `describe` block, and closes both after them. Each test begins
 * without the provider's faults.
 * @returns the setup; it, its provider and its service are empty until the first test
 */
export function oidcSetupOn(
  open: () => Promise<Database>,
  milliseconds?: number,
): OidcSetup & { database: Database } {
  // Filled before anything reads them.
  const setup = { provider: {}, service: {} } as OidcSetup & { database: Database };
  beforeAll(async () => {
    const database = await open();
    Object.assign(setup, { database }, await startOidcSetup(database, milliseconds, setup));
  });
  beforeEach(() => setup.reset());
  afterAll(async () => {
    await setup.close();
    await setup.database.close();
  });
  return setup;
}

/** Every `Set-Cookie` header of a response. */
export function cookiesSet(headers: Record<string, unknown>): string[] {
  const set = headers['set-cookie'];
  const lines: unknown[] = Array.isArray(set) ? set : [set];
  return lines.filter((line) => typeof line === 'string');
}

/**
 * The name and value of the first cookie that a response sets; empty if it sets none.
 * @param prefix of the cookie's name
 */
export function cookieOf(headers: Record<string, unknown>, prefix = ''): string {
  const pairs = cookiesSet(headers).map((line) => line.split(';')[0] ?? '');
  return pairs.find((pair) => pair.startsWith(prefix) && !pair.endsWith('=')) ?? '';
}
