import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { createService } from '../../configuration/service.ts';
import { serve } from '../../testing/gateway.ts';
import { connectTo } from './connection.ts';

let requests = 0;

const key = 'pc_51f9a1c0d2';
const emea = { name: 'EMEA', group_resource: '/groups/1' };

/** Another service behind another one's proxy. */
async function serviceAs(listener: RequestListener, onWait?: (sentence: string) => void) {
  requests = 0;
  const host = await serve((request, response) => {
    if (request.url === '/v1/authentication') return void response.end('{"roles":[]}');
    requests += 1;
    listener(request, response);
  });
  const connection = connectTo(new URL(`http://${host}/v1`), key, {});
  onTestFinished(connection.close);
  return createService(connection, 'file.yaml', () => Promise.resolve(), onWait);
}

const html = { 'content-type': 'text/html' };
const page = '<h1>Gateway Time-out</h1>';

const detail = ["the service at api.example can't be reached"];
const says = (outcome: string) => ({ 'x-palisade-outcome': outcome });

it.each([
  [500, page, html, true],
  [502, page, html, true],
  [503, page, html, true],
  [503, '', html, true],
  [504, page, html, true],
  [520, '', html, true],
  [524, JSON.stringify({ title: 'Error 524', detail: 'A timeout occurred' }), html, true],
  [429, page, html, false],
  // A gateway says what became of a write.
  [502, JSON.stringify({ detail }), says('unsent'), false],
  [503, JSON.stringify({ detail }), says('unknown'), true],
])(
  "doesn't repeat a write that a proxy responds to with %i %s %o",
  async (status, body, headers, mayBeDone) => {
    const service = await serviceAs((_request, response) => response.writeHead(status, headers).end(body));
    const written = service.write('POST', '/groups', {});
    await expect(written).rejects.toMatchObject({ ...(body.includes('example') && { detail }), mayBeDone });
    expect(requests).toBe(1);
  },
);

it("doesn't know what became of a write that's redirected, and says where to", async () => {
  const location = 'https://new.example/groups/1';
  const service = await serviceAs((_request, response) => response.writeHead(303, { location }).end());
  const written = service.write('POST', '/groups', {});
  await expect(written).rejects.toMatchObject({ mayBeDone: true });
  await expect(written).rejects.toThrow(`redirects to ${location}`);
});

it.each([301, 302, 307, 308])(
  'follows redirects below its address, writes with their method and body: %i',
  async (status) => {
    const seen: unknown[] = [];
    const service = await serviceAs(async (request, response) => {
      const { method, url = '', headers } = request;
      if (!url.endsWith('/')) return void response.writeHead(status, { location: `${url}/` }).end(page);
      seen.push([method, url, headers.authorization, method === 'GET' ? undefined : await json(request)]);
      response.end(JSON.stringify(emea));
    });
    expect(await service.record('groups', '/groups/1')).toEqual(emea);
    await service.write('PUT', '/groups/1', { name: 'A' });
    expect(seen).toEqual([
      ['GET', '/v1/groups/1/', `token ${key}`, undefined],
      ['PUT', '/v1/groups/1/', `token ${key}`, { data: { name: 'A' } }],
    ]);
  },
);

it.each(['https://elsewhere.example/v1/groups', '/v2/groups', '/v1/..%2fgroups', 'http://['])(
  'sends its key nowhere else: a redirect to %s',
  async (location) => {
    const service = await serviceAs((_request, response) => response.writeHead(307, { location }).end());
    await expect(service.write('POST', '/groups', {})).rejects.toThrow('the service redirects');
    expect(requests).toBe(1);
  },
);

it('follows a redirect to itself five times', async () => {
  const service = await serviceAs(({ url }, response) => response.writeHead(302, { location: url }).end());
  await expect(service.write('DELETE', '/groups/1')).rejects.toThrow('too often');
  expect(requests).toBe(6);
});

it('says when a service asks to wait', async () => {
  const sentences: string[] = [];
  const service = await serviceAs(
    (_request, response) =>
      sentences.length < 2
        ? response.writeHead(429, { 'retry-after': '60' }).end('{}')
        : response.end(JSON.stringify(emea)),
    (sentence) => sentences.push(sentence),
  );
  await service.record('groups', '/groups/1');
  expect(sentences).toEqual([1, 2].map((time) => `The service asks to wait 60 s, ${time} of 10`));
});

it("doesn't show its key if a service repeats it", async () => {
  const service = await serviceAs(({ headers }, response) =>
    response.writeHead(400).end(JSON.stringify({ detail: [`not accepted: ${headers.authorization}`] })),
  );
  const written = service.write('POST', '/groups', {});
  await expect(written).rejects.toThrow('not accepted: token ••••••••');
});

it('repeats what a busy service rejects, and takes a successful page for a lost response', async () => {
  const service = await serviceAs((_request, response) => {
    response.writeHead(requests === 1 ? 503 : 200, html).end(requests === 1 ? '{"detail":["busy"]}' : 'OK');
  });
  await expect(service.write('PUT', '/groups/1', {})).rejects.toMatchObject({ mayBeDone: true });
  expect(requests).toBe(2);
});

it("repeats a read that a busy proxy's page responds to", async () => {
  const service = await serviceAs((_request, response) => {
    if (requests === 1) response.writeHead(503, html).end(page);
    else response.end(JSON.stringify(emea));
  });
  expect(await service.record('groups', '/groups/1')).toEqual(emea);
});

it('reads JSON that begins with a byte order mark, and asks for no encoding', async () => {
  const service = await serviceAs(({ headers }, response) =>
    response.end(headers['accept-encoding'] === 'identity' ? `\uFEFF${JSON.stringify(emea)}` : page),
  );
  expect(await service.record('groups', '/groups/1')).toEqual(emea);
});

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['BR', brotliCompressSync],
] as const)('reads what a proxy compresses all the same, with %s', async (encoding, compress) => {
  const service = await serviceAs((_request, response) =>
    response.setHeader('content-encoding', encoding).end(compress(JSON.stringify(emea))),
  );
  expect(await service.record('groups', '/groups/1')).toEqual(emea);
});

it.each([
  ['nothing', ''],
  ['nothing, compressed', gzipSync('')],
])('takes %s for a success', async (_, body) => {
  const service = await serviceAs((_request, response) =>
    response.setHeader('content-encoding', 'gzip').end(body),
  );
  expect(await service.write('DELETE', '/groups/1')).toBeUndefined();
});

it('says what is wrong with an address', async () => {
  const service = await serviceAs(({ url }, response) =>
    url === '/v1/groups/1'
      ? response.writeHead(301, { location: 'https://new.example' }).end(page)
      : response.writeHead(200, html).end(page),
  );
  await expect(service.record('groups', '/groups/1')).rejects.toThrow('redirects to https://new.example');
  await expect(service.current(['groups'])).rejects.toThrow(
    "isn't JSON: --service must be the API's address",
  );
});

it('takes no part of a list for all of it', async () => {
  const rows = { all: 3 };
  const service = await serviceAs(({ url }, response) => {
    const data = [0, 1].map((id) => ({ name: `Group ${id}`, group_resource: `/groups/${id}` }));
    const isList = url?.startsWith('/v1/groups');
    response.writeHead(isList ? 200 : 404).end(JSON.stringify(isList ? { rows: rows.all, data } : {}));
  });
  await expect(service.current(['groups'])).rejects.toThrow('has 3 records but returns only 2');
  rows.all = 2;
  expect((await service.current(['groups'])).groups).toHaveLength(2);
});
