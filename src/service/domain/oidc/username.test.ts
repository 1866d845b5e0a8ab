import { afterAll, describe, expect, it } from 'vitest';
import { usernamePathProblems } from '../../../contract/oidc/username-path.ts';
import { createExpressionSandbox } from '../../sandbox/expression-sandbox.ts';
import { usernameIn } from './username.ts';

const sandbox = createExpressionSandbox();
afterAll(() => sandbox.close());

describe('a username_path', () => {
  const claims = { sub: 'a', email: 'ann@acme.example', groups: ['x', 'y'], empty: '', count: 5 };

  it.each([
    ['email', { login: 'ann@acme.example' }],
    ["split(email, '@')[0]", { login: 'ann' }],
    ['missing', { reason: 'returned nothing' }],
    ['empty', { reason: 'returned an empty string' }],
    ['empty || groups[1]', { login: 'y' }],
    ['groups', { reason: 'returned an array, not a string' }],
    ['count', { reason: 'returned a number, not a string' }],
    ['constructor.name', { reason: 'returned nothing' }],
    ['__proto__', { reason: 'returned nothing' }],
    ['@ | constructor.name', { reason: 'returned nothing' }],
    ["'a\u0000'", { reason: 'returned a string with control characters' }],
    ['abs(email)', { reason: expect.stringMatching(/^failed: /) }],
    ["pad_left('a', `300`)", { reason: 'returned a string of more than 255 characters' }],
    [
      `[@,@]${'|[@,@]'.repeat(25)}|to_string(@)`,
      { reason: expect.stringMatching(/^failed: it (needs too much memory|takes too long)$/) },
    ],
  ])('%s', async (expression, result) => {
    expect(usernamePathProblems(expression)).toEqual([]);
    expect(await usernameIn(sandbox, expression, claims)).toEqual(result);
  });

  it('is evaluated on deep claims down to a maximum depth', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as Record<string, unknown>;
    for (const expression of ['sub', '@ | sub'])
      expect(await usernameIn(sandbox, expression, { ...deep, sub: 'a' })).toEqual({ login: 'a' });
  });

  it('with only field access, indexes and || needs no other process', async () => {
    const unused = createExpressionSandbox();
    await usernameIn(unused, 'a.b[0] || email', claims);
    expect(unused.pid()).toBeUndefined();
    await unused.close();
  });
});
