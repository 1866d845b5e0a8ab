import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resetStores } from '../lib/store.ts';
import { askService, checkSender, proxyWantsSignIn } from './sign-in-proxy.ts';

const version = { 'x-palisade-version': '1.2.3' };
const page = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };
const respond = (status: number, headers: Record<string, string>) => () =>
  checkSender(new Response('', { status, headers }));

beforeEach(resetStores);
afterEach(() => vi.unstubAllGlobals());

it.each<[string, number, Record<string, string>]>([
  ['its own 401', 401, json],
  ['a page instead of JSON', 200, page],
  ['a page with 403', 403, page],
])('recognizes a proxy that asks for a sign-in with %s', (_, status, headers) => {
  expect(respond(status, headers)).toThrow('A proxy in front of the service asks you to sign in');
  expect(proxyWantsSignIn.get()).toBe(true);
  expect(respond(200, { ...json, ...version })).not.toThrow();
  expect(proxyWantsSignIn.get()).toBe(false);
});

it.each<[string, number, Record<string, string>]>([
  ["the service's 401", 401, { ...json, ...version }],
  ["a remote service's 403 as a page", 403, { ...page, ...version }],
  ["a load balancer's 502", 502, page],
  ["a proxy's 413", 413, page],
  ['JSON through a proxy that drops headers', 200, json],
])("doesn't mistake %s for that", (_, status, headers) => {
  expect(respond(status, headers)).not.toThrow();
  expect(proxyWantsSignIn.get()).toBe(false);
});

it('reads the whole response when it asks for the service, so that its connection is free again', async () => {
  const response = Response.json({}, { status: 503, headers: version });
  vi.stubGlobal('fetch', async () => response);
  expect(await askService()).toBe(503);
  expect(response.bodyUsed).toBe(true);
});
