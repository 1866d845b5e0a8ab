import { describe, expect, it } from 'vitest';
import { ApiError, isWorthRetrying } from '../../client/errors.ts';
import { byField, sentencesOf } from './errors.ts';

const problem = (status: number, ...detail: string[]) => new ApiError('problem', status, detail);

describe('sentencesOf', () => {
  it.each([
    ['requires privilege rw on feature group_admin', 'You need “Users, roles and keys · change”'],
    ['requires privilege ro on feature group for /groups/5', 'You need “Groups · view” on /groups/5'],
    ['requires privilege ro on feature group for /groups/0', 'You need “Groups · view” on the Default group'],
    [
      "requires privilege ro on feature group for a group that isn't visible to you",
      "You need “Groups · view” on a group that isn't visible to you",
    ],
    ['name: is required', 'name: is required'],
  ])('shows %s', (detail, shown) => {
    expect(sentencesOf(problem(403, detail))).toEqual([shown]);
  });

  it('asks to try again after a session has ended, which the user has renewed by then', () => {
    expect(sentencesOf(problem(401, 'sign in first'))).toEqual(['Your session had ended. Try again.']);
  });

  it.each([
    [500, ['internal error (request req-7)', 'try again']],
    [409, ['internal error', 'try again']],
  ])('shows the request ID of a failure, but not of a rejection: %i', (status, shown) => {
    const error = new ApiError('problem', status, ['internal error', 'try again'], 'req-7');
    expect(sentencesOf(error)).toEqual(shown);
  });

  it('shows the message of any other error', () => {
    expect(sentencesOf(new Error('boom'))).toEqual(['boom']);
  });
});

it('isWorthRetrying excludes rejections that would repeat', () => {
  expect(
    [400, 401, 403, 404, 408, 409, 429, 500].filter((status) => isWorthRetrying(problem(status))),
  ).toEqual([401, 408, 429, 500]);
  expect(isWorthRetrying(new ApiError('network', 0, []))).toBe(true);
});

it('byField cuts only a name that ends with a colon from a sentence', () => {
  const detail = ['name: is required', 'name and description are required', 'names must differ', 'busy'];
  expect(byField(detail, ['name', 'description'])).toEqual({
    fields: { name: 'is required; name and description are required' },
    rest: ['names must differ', 'busy'],
  });
});
