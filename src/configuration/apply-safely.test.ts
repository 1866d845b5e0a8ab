import { expect, it } from 'vitest';
import { apply, type Result } from './apply.ts';
import { plan } from './plan.ts';
import { read } from './read.ts';
import { createService, type ServiceRequest } from './service.ts';

/** Applies a file to a service of roles and providers that rejects every creation. */
async function applied(text: string, detail: string, secrets: Record<string, string> = {}) {
  const sent: ServiceRequest[] = [];
  const service = createService((request) => {
    sent.push(request);
    const lists: Record<string, unknown[]> = {
      groups: [{ name: 'Default', group_resource: '/groups/0' }],
      oidc_ops: [{ resource: '/oidc_ops/1', name: 'Old' }],
    };
    const data = lists[request.path.split(/[/?]/)[1] ?? ''];
    if (request.method === 'POST') return Promise.resolve({ status: 422, body: { detail: [detail] } });
    return Promise.resolve(data ? { status: 200, body: { data } } : { status: 404, body: {} });
  });
  const current = await service.current(['groups', 'oidc_providers']);
  const planned = plan(read(`palisade: 1\n${text}`), current, { prune: true });
  const results: Result[] = [];
  for await (const result of apply(planned, service, new Map(Object.entries(secrets)))) results.push(result);
  return { results, writes: sent.filter(({ method }) => method !== 'GET') };
}

const provider =
  'oidc_providers: [{ name: New, metadata_url: "https://a.io/m", client_id: a, username_path: sub, client_secret: { env: S } }]';

it('deletes nothing after what replaces it has failed', async () => {
  const { results, writes } = await applied(provider, 'no', { S: 'x1' });
  expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  expect(writes.map(({ method }) => method)).toEqual(['POST']);
});

it('hides a secret also if another one is its beginning', async () => {
  const { results } = await applied(provider, 'bad: secret-long', { A: 'secret', S: 'secret-long' });
  expect(results[0]?.detail).toBe('bad: ••••••••');
});

it("creates groups below the top by the documented path if the service doesn't say whose group it is", async () => {
  const { writes } = await applied('groups: [{ name: A }]', 'no');
  expect(writes.map(({ path }) => path)).toEqual(['/groups']);
});
