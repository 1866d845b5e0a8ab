import { describe, expect, it } from 'vitest';
import {
  claimEntries,
  filteredEntries,
  isUnlikely,
  quoteIdentifier,
  withFallback,
} from '../username/claim-entries.ts';
import { readClaims, tokenNotes } from './claims.ts';
import { communityFunctions, evaluate, syntaxProblem, unquotedName, type Claims } from './evaluate.ts';

describe('an invalid expression', () => {
  it.each([
    ['a..b', 2],
    ['a[', 2],
    ['custom:groups', 6],
    ['"abc', 0],
    ['name || "abc', 8],
    ["'x", 0],
    ['name || `1 ', 8],
    [`${'('.repeat(61)}a${')'.repeat(61)}`, 60],
    ['a || ', 5],
    ['sub.', 4],
    ['(a', 2],
    ['preferred_username é', 19],
    ['a b', 2],
    ['a ]', 2],
  ])('%s is invalid at offset %i', (expression, position) => {
    const problem = syntaxProblem(expression);
    expect(problem?.position).toBe(position);
    expect(problem?.message).toMatch(/missing at the end|unexpected|never closed|too deeply/);
  });

  it.each([
    ['custom:groups', 'custom:groups'],
    ['https://example.com/login', 'https://example.com/login'],
    ['user-name', 'user-name'],
    ['preferred_username', undefined],
    ['"custom:groups"', undefined],
    ['a[?b:c]', undefined],
  ])('the unquoted name in %s is %s', (expression, name) => expect(unquotedName(expression)).toBe(name));

  it('differs from one with functions of the community edition', () => {
    expect(communityFunctions("to_string(split(email, '@')[0])")).toEqual(['split']);
    expect(communityFunctions('"split(x)" || \'lower(x)\'')).toEqual([]);
  });

  it('is diagnosed only up to the length limit', () => {
    expect(syntaxProblem(`a${'.'.repeat(2047)}`)?.position).toBe(2);
    expect(syntaxProblem('['.repeat(2049))).toBeUndefined();
  });

  it.each(['a', '"custom:groups"', 'palisade.login || preferred_username', "split(email, '@')[0]"])(
    '%s is valid',
    (expression) => expect(syntaxProblem(expression)).toBeUndefined(),
  );
});

describe('the evaluated login', () => {
  const idToken: Claims = { sub: '1', email: 'a@b.example', empty: '', nested: { login: 'in' } };
  const userInfo: Claims = { sub: '1', preferred_username: 'ui', empty: 'not here' };

  it('comes from the ID token, without evaluating the UserInfo response', () => {
    expect(evaluate("split(email, '@')[0]", idToken, userInfo)).toEqual({
      found: { source: 'ID token', login: 'a' },
      tried: [{ source: 'ID token', outcome: { kind: 'login', login: 'a' } }],
    });
    expect(evaluate('nested.login', idToken, undefined).found?.login).toBe('in');
  });

  it('comes from the UserInfo response if the ID token has none', () => {
    expect(evaluate('preferred_username', idToken, userInfo).found).toEqual({
      source: 'UserInfo response',
      login: 'ui',
    });
    expect(evaluate('empty', idToken, userInfo).found?.login).toBe('not here');
    expect(evaluate('preferred_username', undefined, userInfo).tried).toHaveLength(1);
  });

  it('never comes from inherited properties', () => {
    expect(evaluate('constructor.name', idToken, undefined).found).toBeUndefined();
    expect(
      evaluate('__proto__.x', JSON.parse('{"__proto__":{"x":"own"}}') as Claims, undefined).found?.login,
    ).toBe('own');
  });
});

describe('pasted claims', () => {
  const token = (payload: string) =>
    `e30.${btoa(payload).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}.c2ln`;

  it('are read from JSON and from a JWT', () => {
    expect(readClaims('  {"sub":"1"} ')).toEqual({ claims: { sub: '1' } });
    expect(readClaims(token('{"sub":"\u00c3\u00a9"}'))).toEqual({ claims: { sub: 'é' } });
    expect(readClaims('')).toEqual({});
    expect(readClaims(`Bearer ${token('{"sub":"1"}')}`).claims).toEqual({ sub: '1' });
    expect(readClaims(`"${token('{"sub":"1"}')}"`).claims).toEqual({ sub: '1' });
  });

  it('are read from a whole token response', () => {
    const response = JSON.stringify({ access_token: 'x', id_token: token('{"sub":"1"}') });
    expect(readClaims(response)).toEqual({ claims: { sub: '1' }, part: 'id_token' });
    expect(readClaims('{"id_token":"mine"}').claims).toEqual({ id_token: 'mine' });
  });

  it('explain why the service would reject the token', () => {
    const values = { issuer: 'https://a.example', client_id: 'palisade' };
    const claims = { iss: 'https://a.example/', aud: ['other'], exp: 100 };
    expect(tokenNotes(claims, values, 200_000).map(({ claim }) => claim)).toEqual(['iss', 'aud', 'exp']);
    expect(tokenNotes({ iss: values.issuer, aud: ['x', 'palisade'], exp: 300 }, values, 200_000)).toEqual([]);
    expect(tokenNotes({}, values, 200_000)).toEqual([]);
    expect(tokenNotes({ iss: [values.issuer] }, values, 200_000)).toMatchObject([
      { claim: 'iss', text: expect.stringContaining('is a list') },
    ]);
  });

  const unreadable = ['{"sub":', 'abc', 'a.b', '[1]', token('[1]'), 'a.%%%.c', 'a.b.c.d.e'];
  it.each(unreadable)("can't be read from %s", (text) =>
    expect(readClaims(text)).toEqual({ problem: expect.stringMatching(/./) }),
  );

  it('get expressions that return exactly their value', () => {
    const claims: Claims = {
      sub: '1',
      'custom:groups': ['a', { 'b c': 'deep' }],
      'https://x.example/login': 'url',
      'quo"te\\': 'q',
      é: 'accent',
      '9to5': 'digit',
      number: 17,
      exp: 1,
      none: null,
      empty: {},
    };
    const entries = claimEntries(claims);
    expect(entries.map(({ path }) => path)).toContain('"custom:groups"[1]."b c"');
    for (const { expression, previews } of entries) {
      if (expression === undefined) continue;
      expect(evaluate(expression, claims, undefined).found?.login).toBe(
        String(JSON.parse(previews[0] ?? '')),
      );
    }
    const unusable = entries.filter(({ expression }) => expression === undefined);
    expect(unusable.map(({ path }) => path)).toEqual(['exp', 'none', 'empty']);
    expect(quoteIdentifier('preferred_username')).toBe('preferred_username');
  });

  it('list likely logins first, and protocol claims and members of arrays last', () => {
    const entries = claimEntries({
      aud: ['palisade'],
      groups: ['staff'],
      department: 'Sales',
      sub: '1',
      nonce: 'n',
      email: 'ann@acme.example',
      email_verified: true,
      preferred_username: 'ann',
    });
    const unlikely = ['groups[0]', 'aud[0]', 'nonce', 'email_verified'];
    const likely = ['preferred_username', 'email', 'sub', 'department'];
    expect(entries.map(({ path }) => path)).toEqual([...likely, ...unlikely]);
    expect(entries.filter(isUnlikely).map(({ path }) => path)).toEqual(unlikely);
    expect(entries.find(({ path }) => path === 'aud[0]')?.expression).toBeUndefined();
  });

  it('of two documents share a line', () => {
    expect(claimEntries({ sub: '1', email: 'a@b.example' }, { sub: '1', upn: 'ann' })).toMatchObject([
      { path: 'upn', previews: ['', '"ann"'] },
      { path: 'email', previews: ['"a@b.example"', ''] },
      { path: 'sub', previews: ['"1"', '"1"'] },
    ]);
  });

  it('that are numbers become strings, or null if missing', () => {
    const [entry] = claimEntries({ employee: 17 });
    expect(entry?.expression).toBe('employee && to_string(employee)');
    expect(evaluate(entry?.expression ?? '', {}, undefined).found).toBeUndefined();
  });

  it('can be many, or deeply nested', () => {
    const many = claimEntries(Object.fromEntries(Array.from({ length: 230 }, (_, i) => [`c${i}`, `v${i}`])));
    expect(many).toHaveLength(230);
    expect(filteredEntries(many, 'C229 v2').map(({ path }) => path)).toEqual(['c229']);
    expect(filteredEntries(many, 'nothing')).toEqual([]);
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`) as Claims;
    expect(claimEntries(deep)).toHaveLength(1);
  });

  it.each([
    ['a', 'a || sub'],
    ['a || b.c[0]', 'a || b.c[0] || sub'],
    ['"x:y"', '"x:y" || sub'],
    ['a | b', '(a | b) || sub'],
    ['a == b', '(a == b) || sub'],
  ])('can be the fallback of %s', (expression, both) => {
    expect(withFallback(expression, 'sub')).toBe(both);
    expect(evaluate(both, { sub: 's' }, undefined).found?.login).toBe(
      expression === 'a == b' ? undefined : 's',
    );
  });
});
