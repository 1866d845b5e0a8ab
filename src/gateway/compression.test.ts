import type { FastifyInstance } from 'fastify';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleDatabase, signInAt, testGateway } from '../testing/gateway.ts';
import { password } from '../testing/service.ts';

const database = sampleDatabase();
let gateway: FastifyInstance;
beforeAll(async () => {
  const parent = { parent_id: 0, description: 'One of many groups on a page of the tree' };
  const many = Array.from({ length: 1000 }, (_, index) => ({ ...parent, name: `Compressed ${index}` }));
  await database.db.insertInto('groups').values(many).execute();
  gateway = await testGateway({}, { database });
});
afterAll(() => gateway.close());

it('compresses a page of the tree without a stream', async () => {
  const { cookie } = await signInAt(gateway);
  const fields = 'name,description,group_resource,parent_resource';
  const response = await gateway.inject({
    url: `/api/groups?limit=1000&fields=${fields}`,
    headers: { cookie, 'accept-encoding': 'gzip, br' },
  });
  expect(response.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  // A stream would be sent in chunks, without its length.
  expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
  const text = brotliDecompressSync(response.rawPayload).toString();
  expect(text.length).toBeGreaterThan(100_000);
  expect((JSON.parse(text) as { data: unknown[] }).data).toHaveLength(1000);
});

it("doesn't decompress requests", async () => {
  const { statusCode, headers, body } = await gateway.inject({
    method: 'POST',
    url: '/api/authentication',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ data: { login: 'admin', password } })),
  });
  expect([statusCode, headers['accept-encoding']]).toEqual([415, 'identity']);
  expect(JSON.parse(body)).toEqual({ detail: ["Content-Encoding: isn't supported"] });
});
