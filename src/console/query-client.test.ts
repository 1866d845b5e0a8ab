import { expect, it } from 'vitest';
import { ApiError } from './api/errors.ts';
import { retryDelay } from './query-client.ts';

const problem = (retryAfterSeconds?: number) =>
  new ApiError('problem', 503, ['the service is overloaded'], undefined, retryAfterSeconds);

it.each([
  ['as long as the service says', 0, problem(5), 5_000],
  ['longer each time where it says nothing', 1, problem(), 2_000],
  ['no longer than ten seconds', 0, problem(3_600), 10_000],
  ['a second where nothing answered', 0, new Error('down'), 1_000],
])('waits %s', (_, failures, error, least) => {
  const wait = retryDelay(failures, error);
  expect(wait).toBeGreaterThanOrEqual(least);
  expect(wait).toBeLessThanOrEqual(least + 500);
});
