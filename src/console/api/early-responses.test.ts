import { afterEach, expect, it, vi } from 'vitest';
import { dropEarlyResponses, fetchOrTake } from './early-responses.ts';

afterEach(() => {
  globalThis.earlyResponses = undefined;
  vi.unstubAllGlobals();
});

it('takes an early response once, and ends those that nobody needed', async () => {
  const fetched = new Response('again');
  vi.stubGlobal('fetch', async () => fetched);
  const cancel = vi.fn<() => void>();
  const used = new Response('early');
  globalThis.earlyResponses = {
    '/used': Promise.resolve(used),
    '/unused': Promise.resolve(new Response(new ReadableStream({ cancel }))),
    '/failed': Promise.reject(new TypeError('Failed to fetch')),
  };
  expect(await fetchOrTake('/used', {})).toBe(used);
  expect(await fetchOrTake('/used', {})).toBe(fetched);
  dropEarlyResponses();
  await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
  expect(await fetchOrTake('/unused', {})).toBe(fetched);
  expect(await used.text()).toBe('early');
});
