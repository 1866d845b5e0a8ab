import type { RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve, testGateway } from '../../testing/gateway.ts';

/** Starts a service at `/base`, and a gateway in front of it. @returns the host of the service, and a way to send */
async function inFront(listener: RequestListener) {
  const host = await serve(listener);
  const gateway = await testGateway({ SERVICE_URL: `http://${host}/base` });
  onTestFinished(() => gateway.close());
  const send = (method: 'GET' | 'HEAD' | 'POST', url: string, headers: Record<string, string> = {}) =>
    gateway.inject({ method, url, headers });
  return { host, send };
}

/** A service that redirects a path without a trailing slash. @param to where to, given the path and the host */
const slashing =
  (to: (path: string, host: string) => string, status = 301): RequestListener =>
  ({ url = '', headers }, response) => {
    const [path = '', query = ''] = url.split('?');
    if (path.endsWith('/')) return response.end(JSON.stringify({ url }));
    return response
      .writeHead(status, { location: to(path, headers.host ?? '') + (query && `?${query}`) })
      .end('moved');
  };

describe('a redirect of the service', () => {
  it.each([
    ['an absolute path', (path: string) => `${path}/`],
    ['a full URL', (path: string, host: string) => `http://${host}${path}/`],
    ['a relative path', (path: string) => `${path.split('/').at(-1)}/`],
    ['a URL without a scheme', (path: string, host: string) => `//${host}${path}/`],
  ])('to %s below the base URL is followed for a read', async (_name, to) => {
    const { send } = await inFront(slashing(to));
    const response = await send('GET', '/api/groups?limit=1');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ url: '/base/groups/?limit=1' });
    expect(response.headers['location']).toBeUndefined();
    expect((await send('HEAD', '/api/groups')).statusCode).toBe(200);
  });

  it.each([
    [301, 308],
    [302, 307],
    [303, 303],
    [307, 307],
    [308, 308],
  ])('of a write is mapped, so that browsers repeat it as it was: %s', async (status, mapped) => {
    const { send } = await inFront(slashing((path) => `${path}/`, status));
    const response = await send('POST', '/api/groups');
    expect(response.statusCode).toBe(mapped);
    expect(response.headers['location']).toBe('/api/groups/');
  });

  it.each([
    ['another origin', 'https://elsewhere.example/login?token=secret', 'https://elsewhere.example/login'],
    ['another scheme', 'https://HOST/base/groups/', 'https://HOST/base/groups/'],
    ['another path', '/groups/', 'http://HOST/groups/'],
    ['a path that only begins alike', '/base2/groups', 'http://HOST/base2/groups'],
    ['a path that leaves the base URL', '/base/..%2fgroups', 'http://HOST/base/..%2fgroups'],
    ['a script', 'javascript:alert(1)', 'javascript:'],
  ])('to %s is 502, naming both', async (_name, location, shown) => {
    const { send, host } = await inFront((request, response) =>
      response.writeHead(302, { location: location.replace('HOST', request.headers.host ?? '') }).end(),
    );
    for (const method of ['GET', 'POST'] as const) {
      const response = await send(method, '/api/groups');
      expect(response.statusCode).toBe(502);
      expect(response.headers['location']).toBeUndefined();
      const [detail = ''] = response.json<{ detail: string[] }>().detail;
      expect(detail).toContain(`redirects to ${shown.replace('HOST', host)}`);
      expect(detail).toContain(`isn't below SERVICE_URL (http://${host}/base)`);
      expect(detail).not.toContain('secret');
    }
    expect((await send('GET', '/-/ready')).statusCode).toBe(503);
  });

  it.each([undefined, 'http://[', ''])('to %j is never passed on as it is', async (location) => {
    const { send } = await inFront((_request, response) =>
      response.writeHead(302, location === undefined ? {} : { location }).end(),
    );
    expect((await send('GET', '/api/groups')).statusCode).toBe(502);
  });

  it('sets cookies on the way, for the next request as well', async () => {
    const { send } = await inFront(({ url, headers }, response) => {
      if (url?.endsWith('/last')) return response.setHeader('set-cookie', 'c=3').end(headers.cookie);
      const cookies = ['a=2; Path=/base', 'gone=; Max-Age=0'];
      return response.writeHead(302, { location: '/base/last', 'set-cookie': cookies }).end();
    });
    const response = await send('GET', '/api/groups', { cookie: 'a=1; b=1; gone=1' });
    expect(response.body).toBe('b=1; a=2');
    expect(response.headers['set-cookie']).toEqual([
      'a=2; Path=/',
      'gone=; Path=/; Max-Age=0',
      'c=3; Path=/',
    ]);
  });

  it('in circles is 502', async () => {
    let requests = 0;
    const { send } = await inFront((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/base/groups' }).end();
    });
    const response = await send('GET', '/api/groups');
    expect(response.json()).toEqual({ detail: [expect.stringMatching(/redirects too often$/)] });
    expect(requests).toBe(6);
  });

  it('reaches the browser where it signs in through a provider', async () => {
    const provider = 'https://provider.example/authorize?state=x';
    const { send } = await inFront((_request, response) =>
      response.writeHead(302, { location: provider }).end(),
    );
    expect((await send('GET', '/api/oidc_logins/1?return_to=/groups')).headers['location']).toBe(provider);
    expect((await send('GET', '/api/oidc_logins/callback?code=x')).headers['location']).toBe(provider);
    expect((await send('GET', '/api/oidc_logins/1/trials')).statusCode).toBe(502);
  });
});
