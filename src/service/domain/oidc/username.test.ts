import { afterAll, describe, expect, it } from 'vitest';
import { usernamePathProblems } from '../../../contract/oidc/username-path.ts';
import { createExpressionSandbox } from '../../sandbox/expression-sandbox.ts';
import { usernameIn } from './oidc-sign-in.ts';

const sandbox = createExpressionSandbox();
afterAll(() => sandbox.close());

describe('a username_path', () => {
  const claims = { sub: 'a', email: 'ann@acme.example', groups: ['x', 'y'], empty: '', count: 5 };

  it.each([
    ['email', { kind: 'login', login: 'ann@acme.example' }],
    ["split(email, '@')[0]", { kind: 'login', login: 'ann' }],
    ['missing', { kind: 'unusable', reason: 'null (no such claim)' }],
    ['empty', { kind: 'unusable', reason: 'an empty string' }],
    ['empty || groups[1]', { kind: 'login', login: 'y' }],
    ['groups', { kind: 'unusable', reason: expect.stringMatching(/^an array of 2, not a string/) }],
    ['count', { kind: 'unusable', reason: expect.stringMatching(/^the number 5, not a string/) }],
    ['constructor.name', { kind: 'unusable', reason: 'null (no such claim)' }],
    ['__proto__', { kind: 'unusable', reason: 'null (no such claim)' }],
    ['@ | constructor.name', { kind: 'unusable', reason: 'null (no such claim)' }],
    ["'a\u0000'", { kind: 'unusable', reason: 'a string with control characters' }],
    ['abs(email)', { kind: 'failed', reason: expect.any(String) }],
    ["pad_left('a', `300`)", { kind: 'unusable', reason: 'a string of more than 255 characters' }],
    [
      `[@,@]${'|[@,@]'.repeat(25)}|to_string(@)`,
      { kind: 'failed', reason: expect.stringMatching(/^it (needs too much memory|takes too long)$/) },
    ],
  ])('%s', async (expression, result) => {
    expect(usernamePathProblems(expression)).toEqual([]);
    expect(await usernameIn(sandbox, expression, claims)).toEqual(result);
  });

  it('is evaluated on deep claims down to a maximum depth', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`) as Record<string, unknown>;
    for (const expression of ['sub', '@ | sub'])
      expect(await usernameIn(sandbox, expression, { ...deep, sub: 'a' })).toEqual({
        kind: 'login',
        login: 'a',
      });
  });

  it('with only field access, indexes and || needs no other process', async () => {
    const unused = createExpressionSandbox();
    await usernameIn(unused, 'a.b[0] || email', claims);
    expect(unused.pid()).toBeUndefined();
    await unused.close();
  });
});
