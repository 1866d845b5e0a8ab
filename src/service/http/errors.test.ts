import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { limits } from '../../contract/limits.ts';
import { openApiDocument } from '../../contract/openapi/openapi.ts';
import { openTestDatabase } from '../../testing/databases.ts';
import { refusedWith } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe('errors and the contract', () => {
  const service = testServiceOn(openTestDatabase);
  let cookie: string;
  beforeAll(async () => {
    cookie = await service.signIn('admin');
  });
  const json = { 'content-type': 'application/json' };

  it.each([
    ['a body that is no JSON', '{', json, 400, "the body isn't valid JSON"],
    ['a missing data', '{}', json, 400, 'data: is required'],
    ['data that is no object', '{"data":[]}', json, 400, 'data: must be an object'],
    ['no body', undefined, json, 400, "the body isn't valid JSON"],
    ['another type', 'a=b', { 'content-type': 'text/plain' }, 415, 'Content-Type: must be application/json'],
    ['a type that is none', '{}', { 'content-type': '' }, 415, 'Content-Type: must be application/json'],
    ['too large a body', `{"data":"${'x'.repeat(1_048_576)}"}`, json, 413, 'the body is over 1 MiB'],
  ])('rejects %s', async (_, payload, type, status, detail) => {
    const headers = { cookie, ...type };
    const response = await service.raw({
      method: 'POST',
      url: '/groups',
      headers,
      ...(payload && { payload }),
    });
    expect(response).toMatchObject(refusedWith(status, detail));
    // Closing it can discard the response while the client is still sending.
    expect(response.headers['connection']).not.toBe('close');
  });

  it.each([
    ['application/json;q=0, */*', 406],
    ['application/*;q=0, */*;q=1', 406],
    ['*/*;q=0, application/json', 200],
    ['text/html, */*;q=0.1', 200],
    ['application/json;q=0.0', 406],
    ['application/json;indent=2', 200],
    ['application/problem+json', 406],
    ['', 200],
  ])('responds to Accept: %s with %i', async (accept, status) => {
    const response = await service.raw({ method: 'GET', url: '/groups/1', headers: { cookie, accept } });
    const refusal = refusedWith(status, 'Accept: must allow application/json');
    expect(response).toMatchObject(status === 200 ? { status } : refusal);
  });

  it.each(['/nothing', '/groups/1/zones', '/customers'])('responds to %s with 404', async (path) => {
    const response = await service.get(path);
    expect(response).toMatchObject({ status: 404, body: { detail: [expect.any(String)] } });
  });

  it("lists a path's methods in Allow", async () => {
    for (const method of ['PATCH', 'OPTIONS', 'PROPFIND', 'QUERY']) {
      const response = await service.request('admin', method, '/groups/1');
      expect(response.status).toBe(405);
      expect(String(response.headers['allow']).split(', ').toSorted().join()).toBe('DELETE,GET,HEAD,PUT');
    }
  });

  it('supports HEAD exactly where it supports GET', async () => {
    const head = async (url: string) =>
      (await service.app.inject({ method: 'HEAD', url, headers: { cookie } })).statusCode;
    expect(await head('/groups/1')).toBe(200);
    expect(await head('/groups/99')).toBe(404);
    expect(await head('/group_imports')).toBe(405);
  });

  it('lists at most a hundred problems', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`x${index}`, 1]));
    const wrong = async (path: string, data: object) => {
      const response = await service.post(path, data);
      expect(response.status).toBe(400);
      return (response.body as { detail: string[] }).detail;
    };
    for (const detail of [
      await wrong('/groups', unknown),
      await wrong('/roles', { features: [unknown] }),
      await wrong('/group_imports', { groups: Array(2_000).fill(1) }),
      await wrong('/group_imports', {
        groups: Array.from({ length: 2_000 }, () => ({ colour: 'red', size: 5 })),
      }),
    ]) {
      expect(detail).toHaveLength(101);
      expect(detail.at(-1)).toBe('and at least 900 more problems');
    }
    const names = Array.from({ length: 1500 }, (_, index) => `x${index}`).join(',');
    const { body } = await service.get(`/users?fields=${names}`);
    expect((body as { detail: string[] }).detail).toHaveLength(101);
    expect(await wrong('/roles', { features: Array.from({ length: 101 }, () => ({})) })).toContain(
      'features: must have at most 100 entries',
    );
  });

  it('responds to malformed requests only with declared statuses', async () => {
    type Malformed = [query: string, headers: Record<string, string>, payload?: string];
    const malformed = (maxBody: number): Malformed[] => [
      ['?colour=blue', {}],
      ['', { accept: 'text/html' }],
      ['', { 'content-type': 'nothing' }, '{'],
      ['', json, '{'],
      ['', json, 'x'.repeat(maxBody + 1)],
    ];
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const path = endpoint.path.replaceAll(/:\w+/g, '9');
      for (const [query, headers, payload] of malformed(endpoint.bodyBytes ?? limits.bodyBytes)) {
        const own = path === '/authentication' && endpoint.method === 'DELETE';
        const session = own ? await service.signIn('admin') : cookie;
        const { status, text } = await service.raw({
          method: endpoint.method,
          url: `${path}${query}`,
          headers: { cookie: session, ...headers },
          ...(payload === undefined ? {} : { payload }),
        });
        expect([endpoint.method, path, status, status === 500 ? text : '']).toEqual([
          endpoint.method,
          path,
          expect.any(Number),
          '',
        ]);
      }
    }
  });

  it('describes itself as valid OpenAPI', async () => {
    const { body, text } = await service.raw({ method: 'GET', url: '/openapi.json' });
    expect(body).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    const result = await new Validator().validate(JSON.parse(text));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });
});
