import { beforeEach, expect, it, vi } from 'vitest';
import { resetStores } from '../lib/store.ts';
import { notJson } from '../../client/errors.ts';
import { askService, checkSender, proxyWantsSignIn } from './sign-in-proxy.ts';

const version = { 'x-palisade-version': '1.2.3' };
const page = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };
const check = (status: number, headers: Record<string, string>) =>
  checkSender(new Response('', { status, headers }));
/** What is responded if it's asked whether a proxy wants a sign-in. */
const answer = (status: number, headers: Record<string, string>) =>
  vi.stubGlobal('fetch', async () => new Response('', { status, headers }));

beforeEach(resetStores);

it.each<[string, number, Record<string, string>]>([
  ['its own 401', 401, json],
  ['a page instead of JSON', 200, page],
  ['a page with 403', 403, page],
])('recognizes a proxy that asks for a sign-in with %s', async (_, status, headers) => {
  answer(status, headers);
  await expect(check(status, headers)).rejects.toThrow('A proxy in front of the service asks you to sign in');
  expect(proxyWantsSignIn.get()).toBe(true);
  await check(200, { ...json, ...version });
  expect(proxyWantsSignIn.get()).toBe(false);
});

it.each<[string, number, Record<string, string>, number, string]>([
  ['its own 401', 401, json, 0, 'A proxy in front of the service refused this request (401)'],
  ['a page with 403', 403, page, 0, 'A proxy in front of the service refused this request (403)'],
  ['a page with 200, after which a write may have been done', 200, page, 200, notJson(200)],
])('says what a proxy did to only this request: %s', async (...row) => {
  const [, status, headers, known, message] = row;
  answer(401, { ...json, ...version });
  await expect(check(status, headers)).rejects.toMatchObject({ kind: 'not-the-api', status: known, message });
  expect(proxyWantsSignIn.get()).toBe(false);
});

it.each<[string, number, Record<string, string>]>([
  ["the service's 401", 401, { ...json, ...version }],
  ["a remote service's 403 as a page", 403, { ...page, ...version }],
  ["a load balancer's 502", 502, page],
  ["a proxy's 413", 413, page],
  ['JSON through a proxy that drops headers', 200, json],
])("doesn't mistake %s for that", async (_, status, headers) => {
  await check(status, headers);
  expect(proxyWantsSignIn.get()).toBe(false);
});

it('reads the whole response when it asks for the service, so that its connection is free again', async () => {
  const response = Response.json({}, { status: 503, headers: version });
  vi.stubGlobal('fetch', async () => response);
  expect(await askService()).toBe(503);
  expect(response.bodyUsed).toBe(true);
});

it('asks once for several responses of a proxy, and not forever', async () => {
  const fetched = vi.fn<typeof fetch>(async (_, init) => {
    init?.signal?.throwIfAborted();
    return new Promise(() => undefined);
  });
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const checks = await Promise.allSettled([check(403, page), check(403, page), check(401, json)]);
  for (const result of checks) expect(result).toMatchObject({ reason: { kind: 'not-the-api' } });
  expect(fetched).toHaveBeenCalledOnce();
});
