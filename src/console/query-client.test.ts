import { focusManager, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../client/errors.ts';
import { ifAsked, unlessAsked } from './api/retries.ts';
import { whileBusy } from '../client/retries.ts';
import { endWaits, queryClient } from './query-client.ts';

const busy = (status: number, retryAfterSeconds?: number) =>
  new ApiError('problem', status, ['busy'], undefined, retryAfterSeconds);

beforeEach(() => {
  vi.useFakeTimers();
  // Files of one worker share it, and queries wait while a page isn't focused.
  focusManager.setFocused(undefined);
  queryClient.clear();
});

/** Reads from a service that fails a number of times. @returns when it was asked, in seconds, and the result */
async function read(error: Error, times = Number.POSITIVE_INFINITY, options = {}) {
  const startedAt = Date.now();
  const asked: number[] = [];
  const queryFn = async () => {
    asked.push((Date.now() - startedAt) / 1000);
    if (asked.length <= times) throw error;
    return 'read';
  };
  queryClient.clear();
  const result = queryClient
    .fetchQuery({ queryKey: ['read'], queryFn, ...options })
    .catch((reason: unknown) => reason);
  await vi.advanceTimersByTimeAsync(3_600_000);
  return { asked, result: await result };
}

describe('a read', () => {
  it.each([429, 503])('waits as long as a %i asks for, and is repeated', async (status) => {
    const { asked, result } = await read(busy(status, 4), 2);
    expect(result).toBe('read');
    expect(asked).toHaveLength(3);
    expect(asked[1]).toBeGreaterThanOrEqual(4);
    expect(asked[1]).toBeLessThanOrEqual(4.5);
    expect(asked[2]).toBeGreaterThanOrEqual(8);
  });

  it.each([0, 1, 5, 10, 11, 3600, 86_400])(
    'ends soon, after few requests, if the service always asks for %i s',
    async (seconds) => {
      const error = busy(429, seconds);
      const { asked, result } = await read(error);
      expect(result).toBe(error);
      expect(asked.length).toBeLessThanOrEqual(6);
      expect(asked.at(-1)).toBeLessThanOrEqual(seconds > 10 ? 0 : 18);
    },
  );

  it.each([
    ['a 429 without Retry-After', busy(429), 3],
    ['a 500', busy(500), 3],
    ['a network failure', new ApiError('network', 0, ['lost']), 3],
    ['a rejection', busy(400), 1],
    ["a response that isn't the API's", new ApiError('not-the-api', 200, ['HTML']), 1],
  ])('is sent as often as it makes sense after %s', async (_, error, times) => {
    expect((await read(error)).asked).toHaveLength(times);
  });

  it('of something optional is repeated only if the service asks for it', async () => {
    expect((await read(busy(500), 1, ifAsked)).asked).toHaveLength(1);
    expect((await read(busy(429, 1), 1, ifAsked)).result).toBe('read');
    expect((await read(busy(429, 1), 1, unlessAsked)).asked).toHaveLength(1);
  });

  it('ends while it waits once its page is left, unless another page shows it', async () => {
    const queryFn = vi.fn<() => Promise<never>>(async () => {
      throw busy(503, 5);
    });
    const result = queryClient.fetchQuery({ queryKey: ['left'], queryFn }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    endWaits();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queryFn).toHaveBeenCalledTimes(1);
    expect(String(await result)).toContain('CancelledError');
  });
});

it.each([
  ['was just refused', { status: 403, wait: 0, times: 1 }],
  ['was refused a while ago', { status: 403, wait: 3_000, times: 2 }],
  ['just failed', { status: 500, wait: 0, times: 2 }],
])("decides whether a page reads what %s for the page's loader", async (_, { status, wait, times }) => {
  const queryFn = vi.fn<() => Promise<never>>(async () => {
    throw new ApiError('problem', status, ['sorry']);
  });
  const query = { queryKey: ['loaded'], queryFn, retry: false };
  await queryClient.prefetchQuery(query);
  await vi.advanceTimersByTimeAsync(wait);
  const unsubscribe = new QueryObserver(queryClient, query).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  unsubscribe();
  expect(queryFn).toHaveBeenCalledTimes(times);
});

it('a page of a list is no longer read again once the reader leaves', async () => {
  const left = new AbortController();
  const readPage = vi.fn<() => Promise<never>>(() => Promise.reject(busy(503, 9)));
  const abandoned = whileBusy(readPage, left.signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  left.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readPage).toHaveBeenCalledTimes(1);
  expect(String(await abandoned)).toContain('AbortError');
  expect(vi.getTimerCount()).toBe(0);
});
