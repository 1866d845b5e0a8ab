import { expect, it } from 'vitest';
import { ApiError } from '../../client/errors.ts';
import { unlessAskedToWait } from './retries.ts';

it('polls no more often than the service asks for', () => {
  const after = (error: unknown) => unlessAskedToWait(30_000)({ state: { error } });
  const asked = (seconds: number) => after(new ApiError('problem', 429, [], undefined, seconds));
  expect([after(null), after(new Error('down')), asked(0), asked(5)]).toEqual(Array(4).fill(30_000));
  expect(asked(3600)).toBeGreaterThan(3_590_000);
});
