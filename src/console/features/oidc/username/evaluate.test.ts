import { describe, expect, it } from 'vitest';
import { claimEntries, filteredEntries, quoted, withFallback } from './claim-entries.ts';
import { readClaims, tokenNotes } from './claims.ts';
import { communityFunctions, evaluate, syntaxProblem, unquotedName, type Claims } from './evaluate.ts';

describe('an expression that cannot be read', () => {
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
  ])('%s fails from %i on', (expression, position) => {
    const problem = syntaxProblem(expression);
    expect(problem?.position).toBe(position);
    expect(problem?.message).toMatch(/missing at its end|does not fit here|never closed|too deeply/);
  });

  it.each([
    ['custom:groups', 'custom:groups'],
    ['https://example.com/login', 'https://example.com/login'],
    ['user-name', 'user-name'],
    ['preferred_username', undefined],
    ['"custom:groups"', undefined],
    ['a[?b:c]', undefined],
  ])('%s may lack quotes', (expression, name) => expect(unquotedName(expression)).toBe(name));

  it('is told from functions that not everybody has', () => {
    expect(communityFunctions("to_string(split(email, '@')[0])")).toEqual(['split']);
    expect(communityFunctions('"split(x)" || \'lower(x)\'')).toEqual([]);
  });

  it('is looked for no further than expressions may be long', () => {
    expect(syntaxProblem(`a${'.'.repeat(2047)}`)?.position).toBe(2);
    expect(syntaxProblem('['.repeat(2049))).toBeUndefined();
  });

  it.each(['a', '"custom:groups"', 'palisade.login || preferred_username', "split(email, '@')[0]"])(
    '%s is none',
    (expression) => expect(syntaxProblem(expression)).toBeUndefined(),
  );
});

describe('the login', () => {
  const idToken: Claims = {
    sub: '1',
    email: 'a@b.example',
    groups: ['x'],
    age: 4,
    empty: '',
    nested: { login: 'in' },
  };
  const userInfo: Claims = { sub: '1', preferred_username: 'ui', empty: 'not here' };

  it('comes from the ID Token where it has one, and UserInfo is not asked', () => {
    expect(evaluate("split(email, '@')[0]", idToken, userInfo)).toEqual({
      answered: { source: 'ID Token', login: 'a' },
      tried: [{ source: 'ID Token', outcome: { kind: 'login', login: 'a' } }],
    });
    expect(evaluate('nested.login', idToken, undefined).answered?.login).toBe('in');
  });

  it('comes from UserInfo where the ID Token gives nothing', () => {
    expect(evaluate('preferred_username', idToken, userInfo).answered).toEqual({
      source: 'UserInfo',
      login: 'ui',
    });
    expect(evaluate('empty', idToken, userInfo).answered?.login).toBe('not here');
    expect(evaluate('preferred_username', undefined, userInfo).tried).toHaveLength(1);
  });

  it.each([
    ['groups', /^an array of 1/],
    ['age', /^the number 4/],
    ['nested', /^an object/],
    ['missing', /null/],
    ['empty', /an empty string/],
    ['email == sub', /^false/],
    ["pad_left('a', `300`)", /^a string of more than 255 characters/],
    ['`"\\u0007"`', /^a string with control characters/],
  ])('is not what %s gives', (expression, why) => {
    const [first] = evaluate(expression, idToken, undefined).tried;
    expect(first?.outcome).toMatchObject({ kind: 'nothing', why: expect.stringMatching(why) });
  });

  it('tells a function that fails on these claims', () => {
    const [first] = evaluate("split(nickname, '@')[0]", idToken, undefined).tried;
    expect(first?.outcome.kind).toBe('failed');
  });

  it('never comes from what objects inherit', () => {
    expect(evaluate('constructor.name', idToken, undefined).answered).toBeUndefined();
    expect(
      evaluate('__proto__.x', JSON.parse('{"__proto__":{"x":"own"}}') as Claims, undefined).answered?.login,
    ).toBe('own');
  });
});

describe('claims', () => {
  const token = (payload: string) =>
    `e30.${btoa(payload).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}.c2ln`;

  it('are read from JSON and from a token', () => {
    expect(readClaims('  {"sub":"1"} ')).toEqual({ claims: { sub: '1' } });
    expect(readClaims(token('{"sub":"\u00c3\u00a9"}'))).toEqual({ claims: { sub: 'é' }, token: true });
    expect(readClaims('')).toEqual({});
    expect(readClaims(`Bearer ${token('{"sub":"1"}')}`).claims).toEqual({ sub: '1' });
    expect(readClaims(`"${token('{"sub":"1"}')}"`).claims).toEqual({ sub: '1' });
  });

  it('are found in the whole answer of a token endpoint', () => {
    const answer = JSON.stringify({ access_token: 'x', id_token: token('{"sub":"1"}') });
    expect(readClaims(answer)).toEqual({ claims: { sub: '1' }, token: true, part: 'id_token' });
    expect(readClaims('{"id_token":"mine"}').claims).toEqual({ id_token: 'mine' });
  });

  it('of a token that the service would refuse say why', () => {
    const values = { issuer: 'https://a.example', client_id: 'palisade' };
    const claims = { iss: 'https://a.example/', aud: ['other'], exp: 100 };
    expect(tokenNotes(claims, values, 200_000).map(({ claim }) => claim)).toEqual(['iss', 'aud', 'exp']);
    expect(tokenNotes({ iss: values.issuer, aud: ['x', 'palisade'], exp: 300 }, values, 200_000)).toEqual([]);
    expect(tokenNotes({}, values, 200_000)).toEqual([]);
  });

  it.each(['{"sub":', 'abc', 'a.b', '[1]', token('[1]'), 'a.%%%.c', 'a.b.c.d.e'])('are not in %s', (text) => {
    expect(readClaims(text).claims).toBeUndefined();
    expect(readClaims(text).problem).toBeTruthy();
  });

  it('have expressions that give just that value', () => {
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
    for (const { expression, shown } of entries) {
      if (expression === undefined) continue;
      expect(evaluate(expression, claims, undefined).answered?.login).toBe(String(JSON.parse(shown)));
    }
    expect(entries.filter(({ expression }) => expression === undefined).map(({ path }) => path)).toEqual([
      'exp',
      'none',
      'empty',
    ]);
    expect(quoted('preferred_username')).toBe('preferred_username');
  });

  it('that are numbers become text, and nothing where they are missing', () => {
    const [entry] = claimEntries({ employee: 17 });
    expect(entry?.expression).toBe('employee && to_string(employee)');
    expect(evaluate(entry?.expression ?? '', {}, undefined).answered).toBeUndefined();
  });

  it('may be many, or deeper than anybody needs', () => {
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
  ])('are a fallback of %s', (expression, both) => {
    expect(withFallback(expression, 'sub')).toBe(both);
    expect(evaluate(both, { sub: 's' }, undefined).answered?.login).toBe(
      expression === 'a == b' ? undefined : 's',
    );
  });
});
