import { describe, expect, it } from 'vitest';
import { calledFunctions, hasBoundedCost, usernamePathProblems } from './username-path.ts';

describe('the problems of a username_path', () => {
  it.each([
    'preferred_username',
    Array.from({ length: 61 }, (_, index) => `c${index}[0]`).join(' || '),
    `"${'['.repeat(100)}" || email`,
    `'${'('.repeat(100)}'`,
    `\`"${'{'.repeat(100)}"\``,
    "'it\\'s' || 'a\\\\'",
    '"a\\"(((b"',
    "split(email, '@')[0]",
    'merge(@, @, @).sub',
    "pad_left(sub, `3`) || pad_left(sub, `3`, '0')",
    '`{"type":"Function","name":"nosuch","children":[]}` && \'x\'',
    `${'('.repeat(60)}a${')'.repeat(60)}`,
  ])('are none: %s', (expression) => {
    expect(usernamePathProblems(expression)).toEqual([]);
  });

  it.each([
    ["'x", "must be a JMESPath expression (the ' at character 1 is never closed)"],
    ['`1 ', 'must be a JMESPath expression (the ` at character 1 is never closed)'],
    ["sub || 'x\\'", "must be a JMESPath expression (the ' at character 8 is never closed)"],
    ['"abc', 'must be a JMESPath expression (the " at character 1 is never closed)'],
    [`${'('.repeat(61)}a${')'.repeat(61)}`, 'must not nest brackets more than 60 deep'],
    ['nosuch(email)', "must not call nosuch(), which isn't a JMESPath function"],
    ['a[?lower(nosuch(b)) == `1`]', "must not call nosuch(), which isn't a JMESPath function"],
    ['constructor(sub)', "must not call constructor(), which isn't a JMESPath function"],
    ['{a: map(&nosuch(@), groups)}', "must not call nosuch(), which isn't a JMESPath function"],
    ["lower(email, 'x')", 'must call lower() with 1 argument, not 2'],
    ['pad_left(sub)', 'must call pad_left() with 2 to 3 arguments, not 1'],
    ['not_null()', 'must call not_null() with at least 1 argument, not 0'],
  ])('%s', (expression, problem) => {
    expect(usernamePathProblems(expression)).toEqual([problem]);
  });

  it('are all reported together', () => {
    expect(usernamePathProblems('nosuch(upper(a, b)) || other(nosuch(a))').toSorted()).toEqual([
      'must call upper() with 1 argument, not 2',
      "must not call nosuch(), which isn't a JMESPath function",
      "must not call other(), which isn't a JMESPath function",
    ]);
  });

  it("don't throw for deep expressions without brackets", () => {
    expect(() => usernamePathProblems(`${'!'.repeat(2047)}a`)).not.toThrow();
  });

  it('include any syntax error', () => {
    const [problem] = usernamePathProblems('a..b');
    expect(problem).toMatch(/^must be a JMESPath expression \(/);
  });
});

it('lists called functions, but not quoted ones', () => {
  const expression = "to_string(split(email, 'lower(x)')[0]) || to_string(sub)";
  expect(calledFunctions(expression)).toEqual(['to_string', 'split']);
});

describe('the cost of an expression', () => {
  it.each(['a', '"a:b".c[0]', 'a || b.c[-1] || (d || e).f', 'a.b[0][1].c'])(
    'is bounded: %s',
    (expression) => {
      expect(hasBoundedCost(expression)).toBe(true);
    },
  );

  const unbounded = "@ a|b [a,b] a[*] a[] a[0:1] a.* *.a {a:b} lower(a) 'a' a..".split(' ');
  it.each(unbounded)('is unbounded: %s', (expression) => expect(hasBoundedCost(expression)).toBe(false));
});
