import { expect, it } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { findLost } from './write.ts';

/** Looks for a lost write at a service that fails once. @returns what was found, and how often it was asked */
async function lookFor(status: number, retryAfter: number | undefined) {
  let times = 0;
  const find = async () => {
    times += 1;
    if (times === 1) throw new ApiError('problem', status, ['busy'], undefined, retryAfter);
    return { done: true as const, record: 'Acme' };
  };
  const lost = { yes: 'Acme was created', no: "Acme wasn't created", find };
  const found = await findLost({ lost }).then(({ record }) => record, String);
  return [found, times];
}

it('looks for a lost write again when the service asks to wait', async () => {
  expect(await lookFor(429, 0)).toEqual(['Acme', 2]);
  expect(await lookFor(503, 0)).toEqual(['Acme', 2]);
  expect(await lookFor(503, 60)).toEqual(['ApiError: busy', 1]);
  expect(await lookFor(500, 0)).toEqual(['ApiError: busy', 1]);
});
