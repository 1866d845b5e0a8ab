import * as oidc from 'openid-client';
import { Agent, fetch, type Dispatcher, type RequestInit, type Response } from 'undici';
import type { DemoProvider } from './start.ts';

export const redirectUri = 'http://localhost:8080/api/oidc_logins/callback';

/** A browser without scripts: cookies, redirects up to the relying party, and forms. */
export class TestBrowser {
  readonly #cookies = new Map<string, { value: string; path: string }>();
  readonly #dispatcher: Dispatcher;
  readonly #origin: string;

  constructor(provider: DemoProvider) {
    this.#dispatcher = new Agent({ connect: { ca: provider.certificatePem } });
    this.#origin = provider.issuer;
  }

  /** Follows redirects within the provider. @returns the page, or the response that redirects to another origin */
  async open(
    address: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<{ url: URL; response: Response }> {
    const url = new URL(address, this.#origin);
    if (url.origin !== this.#origin) throw new Error(`${url.origin} is not the provider`);
    const cookie = [...this.#cookies].filter(([, { path }]) => url.pathname.startsWith(path));
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      dispatcher: this.#dispatcher,
      headers: {
        accept: 'text/html',
        ...init.headers,
        cookie: cookie.map(([name, { value }]) => `${name}=${value}`).join('; '),
      },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    if (location === null || !new URL(location, url).href.startsWith(`${this.#origin}/`))
      return { url, response };
    await response.body?.cancel();
    return this.open(new URL(location, url).href);
  }

  post(address: string, fields: URLSearchParams) {
    return this.open(address, { method: 'POST', body: fields });
  }

  #keep(line: string) {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
    const value = pair.slice(name.length + 1);
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}

/** The fields that a page's form would send: its text areas unchanged, plus the given choices. */
export function filledForm(html: string, choices: Record<string, string>): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [, name = '', text = ''] of html.matchAll(/<textarea[^>]*? name="([^"]+)"[^>]*>\n?([^<]*)</g))
    fields.set(
      name,
      text
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    );
  for (const [name, value] of Object.entries({ misbehaviour: 'none', slow_seconds: '8', ...choices }))
    fields.set(name, value);
  return fields;
}

/** A relying party like the service: basic authentication, PKCE, state, nonce and signature checks. */
export async function relyingParty(provider: DemoProvider, timeoutSeconds?: number) {
  const dispatcher = new Agent({ connect: { ca: provider.certificatePem } });
  const config = await oidc.discovery(
    new URL(`${provider.issuer}/.well-known/openid-configuration`),
    provider.clientId,
    undefined,
    oidc.ClientSecretBasic(provider.clientSecret),
    // undici's own fetch, because its agent might not be compatible with Node's.
    {
      ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
      [oidc.customFetch]: (url, init) => fetch(url, { ...init, body: init.body ?? null, dispatcher }),
    },
  );
  oidc.enableNonRepudiationChecks(config);

  /** Starts a sign-in and opens the provider's page. */
  async function begin(browser: TestBrowser) {
    const verifier = oidc.randomPKCECodeVerifier();
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    const { url, response } = await browser.open(address.href);
    const finish = async (callback: string) => {
      const tokens = await oidc.authorizationCodeGrant(config, new URL(callback), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = { ...tokens.claims() };
      const userInfo = () => oidc.fetchUserInfo(config, tokens.access_token, String(claims['sub']));
      return { claims, userInfo };
    };
    return { action: url.pathname, page: await response.text(), finish };
  }

  /** Signs in with the given choices on the provider's page. */
  async function signIn(choices: Record<string, string>, browser = new TestBrowser(provider)) {
    const { action, page, finish } = await begin(browser);
    const { response } = await browser.post(action, filledForm(page, choices));
    const callback = response.headers.get('location');
    if (callback === null) throw new Error(`The provider responded with ${response.status}`);
    return finish(callback);
  }
  return { config, begin, signIn };
}
