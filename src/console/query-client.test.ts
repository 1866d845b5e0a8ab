import { expect, it } from 'vitest';
import { ApiError } from './api/errors.ts';
import { retryDelay } from './query-client.ts';

const problem = (retryAfterSeconds?: number) =>
  new ApiError('problem', 503, ['the service is overloaded'], undefined, retryAfterSeconds);

it.each([
  ['for the Retry-After time', 0, problem(5), 5_000],
  ['longer each time without Retry-After', 1, problem(), 2_000],
  ['at most ten seconds', 0, problem(3_600), 10_000],
  ['a second after a network failure', 0, new Error('down'), 1_000],
])('retryDelay waits %s', (_, failures, error, least) => {
  const wait = retryDelay(failures, error);
  expect(wait).toBeGreaterThanOrEqual(least);
  expect(wait).toBeLessThanOrEqual(least + 500);
});
