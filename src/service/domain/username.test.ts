import { describe, expect, it } from 'vitest';
import { usernameIn, usernamePathProblem } from './username.ts';

describe('a username_path', () => {
  const claims = { sub: 'a', email: 'ann@acme.example', groups: ['x', 'y'], empty: '', count: 5 };

  it.each([
    ['email', { login: 'ann@acme.example' }],
    ["split(email, '@')[0]", { login: 'ann' }],
    ['missing', { reason: 'gave nothing' }],
    ['empty', { reason: 'gave an empty string' }],
    ['groups', { reason: 'gave an array, not a string' }],
    ['count', { reason: 'gave a number, not a string' }],
    ['constructor.name', { reason: 'gave nothing' }],
    ['__proto__', { reason: 'gave nothing' }],
    ["'a\u0000'", { reason: 'gave a string with control characters' }],
    ['abs(email)', { reason: expect.stringMatching(/^failed: /) }],
    ["pad_left('a', `300`)", { reason: 'gave a string of more than 255 characters' }],
  ])('%s', async (expression, result) => {
    expect(usernamePathProblem(expression)).toBeUndefined();
    expect(await usernameIn(expression, claims)).toEqual(result);
  });

  it.each([
    ['a list that doubles', `[@,@]${'|[@,@][]'.repeat(25)}|to_string(length(@))`],
    ['text that doubles', `[@,@]${'|[@,@]'.repeat(25)}|to_string(@)`],
    ['padding', "pad_left('a', `500000000`)"],
  ])('is ended when it takes too much: %s', async (_, expression) => {
    expect(usernamePathProblem(expression)).toBeUndefined();
    let served = 0;
    const others = setInterval(() => (served += 1), 10);
    const result = await usernameIn(expression, claims);
    clearInterval(others);
    expect(result).toEqual({
      reason: expect.stringMatching(/^failed: it takes too much|more than 255 characters$/),
    });
    expect(served).toBeGreaterThan(0);
  });

  it('is applied to no document that is deeper than any is', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as Record<string, unknown>;
    expect(await usernameIn('sub', { ...deep, sub: 'a' })).toEqual({
      reason: expect.stringMatching(/^failed: /),
    });
  });
});
