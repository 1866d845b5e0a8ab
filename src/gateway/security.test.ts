import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../demo/provider/certificate.ts';
import { sampleDatabase, signInAt, testGateway } from '../testing/gateway.ts';
import { cookiesSet } from '../testing/oidc-setup.ts';
import { password } from '../testing/service.ts';
import { readConfig } from './config.ts';
import { temporaryFolder } from '../tooling/temporary-folder.ts';
import { pagePolicy } from './security.ts';

const database = sampleDatabase();
const folder = temporaryFolder('tls');
const tls = { TLS_CERT: path.join(folder, 'certificate.pem'), TLS_KEY: path.join(folder, 'key.pem') };
beforeAll(async () => {
  const { certificatePem, privateKeyPem } = await makeCertificate();
  writeFileSync(tls.TLS_CERT, certificatePem);
  writeFileSync(tls.TLS_KEY, privateKeyPem);
});

async function using<Result>(
  gateway: Promise<FastifyInstance>,
  check: (gateway: FastifyInstance) => Promise<Result>,
): Promise<Result> {
  const opened = await gateway;
  return check(opened).finally(() => opened.close());
}

describe('over TLS', () => {
  it.each<[string, Record<string, string>]>([
    ['its own', tls],
    ["a reverse proxy's", { PUBLIC_URL: 'https://console.example.net', TRUST_PROXY: '127.0.0.1' }],
  ])('(%s) sets HSTS and a Secure session cookie', (_, environment) =>
    using(testGateway(environment, { database }), async (gateway) => {
      const { response } = await signInAt(gateway);
      expect(response.statusCode).toBe(201);
      const session = cookiesSet(response.headers).find((cookie) => /^(__Host-)?session=/.test(cookie));
      expect(session).toMatch(/; HttpOnly(;|$)/);
      expect(session).toMatch(/; Secure(;|$)/);
      for (const url of ['/-/health', '/api/groups', '/api/nothing', '/%']) {
        const { headers } = await gateway.inject({ url });
        expect([url, headers['strict-transport-security']]).toEqual([url, 'max-age=31536000']);
      }
    }),
  );

  it('sends no HSTS over plain HTTP', () =>
    using(testGateway({}, { database }), async (gateway) => {
      const { response } = await signInAt(gateway);
      expect(response.headers).not.toHaveProperty('strict-transport-security');
      expect(String(response.headers['set-cookie'])).not.toContain('Secure');
    }));
});

describe('the demo', () => {
  const demoSignIns = [{ login: 'admin', password, what: 'full access' }];
  const opened = { DEMO_PASSWORD: 'a password of its own', HOST: '0.0.0.0' };
  const demo = (environment: Record<string, string>) =>
    testGateway(environment, { database, demo: true, demoSignIns });

  it.each<[string, Record<string, string>]>([
    ['with its known passwords', {}],
    ['with DEMO_PASSWORD', opened],
  ])('%s responds only to its own host names', (_, environment) =>
    using(demo({ ...environment, PUBLIC_URL: 'http://demo.example:8080' }), async (gateway) => {
      const own = 'localhost:8080 a.localhost 127.0.0.1:8080 [::1]:8080 192.0.2.7 DEMO.example:8080';
      const others = 'evil.example:8080 localhost.evil.example 127.0.0.1.evil.example notdemo.example';
      const expectStatus = async (hosts: string, url: string, status: number) => {
        for (const host of hosts.split(' ')) {
          const { statusCode } = await gateway.inject({ url, headers: { host } });
          expect([host, statusCode]).toEqual([host, status]);
        }
      };
      await expectStatus(own, '/-/gateway', 200);
      for (const url of ['/-/gateway', '/-/health', '/api/groups']) await expectStatus(others, url, 403);
    }),
  );

  it('is opened to other machines only with DEMO_PASSWORD', () => {
    expect(() => readConfig({ HOST: '0.0.0.0' }, true)).toThrow(
      "HOST: the demo's default passwords are public",
    );
    expect(readConfig(opened, true)).toMatchObject(opened);
  });

  it.each<[Record<string, string>, object[]]>([
    [{}, demoSignIns],
    [opened, []],
  ])('reports its default passwords, and no custom one: %o', (environment, reported) =>
    using(demo(environment), async (gateway) => {
      const info = await gateway.inject({ url: '/-/gateway' });
      expect(info.json<{ demo_sign_ins: object[] }>().demo_sign_ins).toEqual(reported);
    }),
  );
});

describe("another site's request that changes something", () => {
  const generic = "requests from other sites can't change anything";
  const naming = (origin: string) =>
    `requests from ${origin} can't change anything: if that's this console's address, set PUBLIC_URL to it`;

  it.each<[string, Record<string, string>, string]>([
    ['of an http origin', { origin: 'http://evil.example' }, naming('http://evil.example')],
    ['of an https origin', { origin: 'https://localhost:8080' }, naming('https://localhost:8080')],
    [
      "of the host's other scheme",
      { host: 'console.example:8443', origin: 'https://console.example:8443' },
      naming('https://console.example:8443'),
    ],
    ['of another port', { origin: 'http://localhost:8081' }, naming('http://localhost:8081')],
    ['of an opaque origin', { origin: 'null' }, generic],
    ['of something else', { origin: 'https://a.example/<b>' }, generic],
    ['of a long origin', { origin: `https://${'a'.repeat(300)}` }, generic],
    ['without an origin', { 'sec-fetch-site': 'cross-site' }, generic],
  ])('%s is rejected, and says when PUBLIC_URL is missing', (_, headers, sentence) =>
    using(testGateway({}, { database }), async (gateway) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const response = await gateway.inject({ method, url: '/-/session', headers });
        expect([response.statusCode, response.json()]).toEqual([403, { detail: [sentence] }]);
      }
      expect((await gateway.inject({ url: '/-/gateway', headers })).statusCode).toBe(200);
    }),
  );

  it("is allowed to return a provider's response as a form, which the service explains", () =>
    using(testGateway({}, { database }), async (gateway) => {
      const headers = {
        origin: 'https://id.example',
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/x-www-form-urlencoded',
      };
      const send = (method: 'POST' | 'PUT', url: string) =>
        gateway.inject({ method, url, headers, payload: 'code=1&state=2' });
      const explained = await send('POST', '/api/oidc_logins/callback');
      expect(explained.statusCode).toBe(302);
      expect(explained.headers.location).toContain('/sign-in?oidc_error=form_response&reference=');
      expect((await send('PUT', '/api/oidc_logins/callback')).statusCode).toBe(403);
      expect((await send('POST', '/api/oidc_logins/callback/x')).statusCode).toBe(403);
      expect((await send('POST', '/api/authentication')).statusCode).toBe(403);
    }));

  it.each<[string, Record<string, string>]>([
    ['its public origin', { origin: 'https://console.example.net' }],
    ['the origin it was called at, whose default port a proxy may add', { origin: 'http://localhost' }],
    ['none, as of a program', {}],
    ['none, on the same site', { 'sec-fetch-site': 'same-origin' }],
  ])('is not one with this origin: %s', (_, headers) =>
    using(testGateway({ PUBLIC_URL: 'https://console.example.net' }, { database }), async (gateway) => {
      const sent = { ...headers, host: 'localhost:80' };
      const response = await gateway.inject({ method: 'DELETE', url: '/-/session', headers: sent });
      expect(response.statusCode).toBe(204);
    }),
  );
});

describe('credentials for a proxy in front, which it passes on', () => {
  const authorization = `Basic ${btoa('corp:secret')}`;

  it("don't take the place of a session", () =>
    using(testGateway({}, { database }), async (gateway) => {
      const { cookie } = await signInAt(gateway);
      const { statusCode } = await gateway.inject({
        url: '/api/authentication',
        headers: { cookie, authorization },
      });
      expect(statusCode).toBe(200);
    }));

  it("don't reach a remote service", () =>
    using(testGateway({}, { database }), async (behind) => {
      const url = await behind.listen({ port: 0 });
      let received: string | undefined = 'nothing';
      behind.server.prependListener('request', ({ headers }) => (received = headers.authorization));
      await using(testGateway({ SERVICE_URL: `${url}/api` }), async (gateway) => {
        await gateway.inject({ url: '/api/groups', headers: { authorization } });
        expect(received).toBeUndefined();
        await gateway.inject({ url: '/api/groups', headers: { authorization: 'token key' } });
        expect(received).toBe('token key');
      });
    }));
});

describe("the page's policy", () => {
  it('allows scripts, styles and workers only from /assets/ of its own hosts', () => {
    const policy = pagePolicy('abc', ['console.example.net', 'localhost:8080', 'localhost:8080']);
    const assets = 'console.example.net/assets/ localhost:8080/assets/';
    expect(policy).toContain(
      `; script-src 'nonce-abc' ${assets}; style-src 'nonce-abc' ${assets}; worker-src ${assets}; `,
    );
    expect(policy).not.toMatch(/(script|style|worker)-src[^;]*'self'/);
  });

  it.each(['[::1]:8080', 'x; script-src *', "x 'unsafe-inline'", '*', '', 'https:'])(
    "omits hosts that a policy can't contain: %s",
    (host) =>
      expect(pagePolicy('abc', [host])).toContain(
        "; script-src 'nonce-abc'; style-src 'nonce-abc'; worker-src 'self'; ",
      ),
  );
});
