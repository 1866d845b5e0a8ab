import { describe, expect, it } from 'vitest';
import { configurationSchema, FileError, fileLimits, keyVariable } from './format.ts';
import { read } from './read.ts';

/** The problems of a file, with their lines and columns. */
async function problemsOf(text: string): Promise<string[]> {
  try {
    read(text);
    return [];
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
  }
}

describe('a file', () => {
  it('is rejected with all its problems', async () => {
    const text = `palisade: 1
groups:
  - name: EMEA
    descripton: Europe
    groups:
      - { name: "", groups: [{ name: Acme }] }
roles:
  - name: 12
    features: { group: 1 }
users:
  - login: tara
    password: hunter2
  - { name: Someone }
oidc_providers:
  - name: Okta
    client_secret: { env: "${keyVariable}" }
    logout_method: never
    token_endpoint: http://example.com
colour: red
`;
    expect(await problemsOf(text)).toEqual([
      '4:17 descripton: is not a known key; did you mean description?',
      '6:17 name: must not be empty',
      '8:11 name: must be a string',
      '9:24 features.group: must be a privilege, such as ro or rw',
      '12:15 password: must be an object with env, never the secret itself',
      '13:5 login: is required',
      `16:27 client_secret.env: can't be ${keyVariable}`,
      '19:9 colour: is not a known key',
    ]);
  });

  it('can be JSON', async () => {
    const text = JSON.stringify({ palisade: 1, groups: [{ name: 'A > B', groups: [{ name: 'C' }] }] });
    expect(read(text).groups?.[0]?.groups[0]?.values.name).toBe('C');
    expect(await problemsOf('{"palisade": 1, "groups": [], "groups": []}')).toEqual([
      '1:31 groups: is a duplicate key',
    ]);
  });

  it.each([
    ['a byte order mark', '\uFEFFpalisade: 1\ngroups:\n  - name: A\n'],
    ['a byte order mark in JSON', '\uFEFF{"palisade": 1, "groups": [{ "name": "A" }]}'],
    ['lines as in Windows', 'palisade: 1\r\ngroups:\r\n  - name: A\r\n'],
    ['a tab within a line', 'palisade: 1\ngroups:\n  - name:\tA # comment\n'],
    ['marks around it', '---\npalisade: 1\ngroups:\n  - name: A\n...\n'],
    ['a version of YAML', '%YAML 1.1\n---\npalisade: 1\ngroups:\n  - name: A\n'],
  ])('can have %s', async (_, text) => {
    const { groups } = read(text);
    expect(groups?.map(({ values }) => values)).toEqual([{ name: 'A' }]);
  });

  it('takes words that some readers of YAML convert as they are, and no other types', async () => {
    const { groups } = read('palisade: 1\ngroups: [{ name: yes }, { name: no }, { name: 1_000 }]');
    expect(groups?.map(({ values }) => values.name)).toEqual(['yes', 'no', '1_000']);
    expect(await problemsOf('palisade: 1\ngroups: [{ name: null }, { name: 12 }, { name: true }]')).toEqual([
      '2:18 name: must be a string',
      '2:34 name: must be a string',
      '2:48 name: must be a string',
    ]);
  });

  it('mentions only what it wants', async () => {
    const { groups, roles, users, oidc_providers: providers } = read('palisade: 1\nroles: []\n');
    expect([groups, roles, users, providers]).toEqual([undefined, [], undefined, undefined]);
  });

  it.each([
    ['no YAML', 'a: [', /1:5 /],
    ['no version', 'groups: []', /palisade: must be 1/],
    ['another version', 'palisade: 2', /1:11 palisade: must be 1, the version of the format/],
    ['nothing', '', /must be an object/],
    [
      'a record of another type',
      'palisade: 1\nusers: [x, [y]]',
      /^2:9 must be an object\n2:12 must be an object$/,
    ],
    [
      'a group without a name',
      'palisade: 1\nroles: [{ name: A, administered_by: "" }]',
      /administered_by: must not be empty/,
    ],
    ['the beginning of an export', 'palisade: 1\nservice: x\nusers: []', /1:1 is cut off: an export ends/],
    ['a cut-off end', 'palisade: 1\nservice: x\nusers: []\nend: tr', /4:6 end: must be true/],
    [
      'an end in the middle',
      'palisade: 1\nservice: x\nend: true\nusers: []',
      /3:6 end: must be the last key/,
    ],
    ['fingerprints', 'palisade: 1\nfingerprints: {}', /2:15 fingerprints: is not a known key/],
    ['several documents', 'palisade: 1\n---\npalisade: 1\n', /must be one document/],
    ['a tag', 'palisade: 1\nservice: !!js/function "f"', /2:10 tags aren't allowed/],
    ['a merge key of a text', 'palisade: 1\nroles: [{ <<: A }]', /2:15 <<: must be an object/],
    ['two merge keys', 'palisade: 1\nroles: [{ <<: { name: A }, <<: {} }]', /<<: is a duplicate key/],
    ['a merge key in quotes', 'palisade: 1\nroles: [{ "<<": { name: A } }]', /<<: is not a known key/],
    ['a merge of itself', 'palisade: 1\nroles: [&a { <<: *a }]', /refers to itself, or to nothing/],
    ['a note beside a secret', 'palisade: 1\nusers: [{ login: a, password: { env: A, x-a: 1 } }]', /x-a/],
    ['an alias of itself', 'palisade: 1\ngroups: &a [*a]', /refers to itself, or to nothing/],
    ['a duplicate key', 'palisade: 1\nroles: []\nroles: [] # again', /3:1 roles: is a duplicate key/],
    ['a prototype', 'palisade: 1\nroles: [{ __proto__: { name: A } }]', /can't be a key/],
    ['a tab as indentation', 'palisade: 1\ngroups:\n\t- name: A', /3:1 Tabs are not allowed/],
    ['a key that is no text', 'palisade: 1\n? [a]\n: 1', /keys must be strings/],
  ])('is rejected with %s', async (_, text, problem) => {
    expect((await problemsOf(text)).join('\n')).toMatch(problem);
  });

  it('takes aliases, but not many', async () => {
    const file = (aliases: number) =>
      `palisade: 1\nroles:\n  - &a { name: A, applies_to: [&g Group] }\nusers:\n  - { login: b, roles: [${'*g, '.repeat(aliases)}] }`;
    expect(read(file(3)).users?.[0]?.values.roles).toEqual(['Group', 'Group', 'Group']);
    expect((await problemsOf(file(101))).join()).toMatch(/has more than 100 aliases/);
  });

  it('ignores keys that begin with x-, and merges what they hold, as often as it likes', () => {
    const users = [...Array(300).keys()].map((index) => `  - { <<: *staff, login: u${index} }\n`);
    const text = `palisade: 1
x-staff: &staff { name: Staff, group: EMEA, x-note: 1 }
x-more: [&roles { roles: [A] }, &other { roles: [B], name: Other }]
users:
${users.join('')}  - <<: [*roles, *other]
    login: last
    x-owner: Ada
`;
    const found = read(text).users?.map(({ values }) => values);
    const group = ['EMEA'];
    expect([found?.[0], found?.[299]]).toEqual(
      ['u0', 'u299'].map((login) => ({ name: 'Staff', group, login })),
    );
    expect(found?.at(-1)).toEqual({ roles: ['A'], name: 'Other', login: 'last' });
  });

  it('describes itself to editors with notes and renames in records, but nowhere else', () => {
    const schema = JSON.stringify(configurationSchema());
    // The file and its four kinds of records.
    expect(schema.match(/"patternProperties":\{"\^x-":\{\}\}/g)).toHaveLength(5);
    expect(schema.match(/"renamed_from":/g)).toHaveLength(4);
  });

  it('takes no memory for what it repeats', async () => {
    const laughs = ['&a [lol, lol, lol, lol, lol, lol, lol, lol, lol]'];
    for (const [here, above] of ['ba', 'cb', 'dc', 'ed', 'fe', 'gf', 'hg', 'ih'].map((pair) =>
      pair.split(''),
    ))
      laughs.push(`&${here} [${Array(9).fill(`*${above}`).join(', ')}]`);
    const text = `palisade: 1\ngroups:\n${laughs.map((each) => `  - ${each}`).join('\n')}\n`;
    expect((await problemsOf(text))[0]).toMatch(/Invalid input|must be an object/);
    const nested = 'palisade: 1\nx0: &x0 { name: G, groups: [{ name: A }, { name: B }] }\n';
    const groups = [...Array(40).keys()].map(
      (level) =>
        `x${level + 1}: &x${level + 1} { name: G, groups: [*x${level}, { name: H, groups: [*x${level}] }] }`,
    );
    const tree = `${nested}${groups.join('\n')}\ngroups: [*x40]`;
    // Without the other keys, only the limit of records ends it.
    expect((await problemsOf(tree)).length).toBeGreaterThan(0);
    const inline = [...Array(40)].reduce<string>(
      (inner, _, level) =>
        `&y${level} { name: "${level}", groups: [{ name: L, groups: [${inner}] }, { name: R, groups: [*y${level - 1}] }] }`,
      '&y-1 { name: "x" }',
    );
    expect(await problemsOf(`palisade: 1\ngroups: [${inline}]`)).toEqual([
      expect.stringMatching(/has more than 200000 records/),
    ]);
  });

  it.each([
    ['quotes', '"'.repeat(100_000)],
    ['brackets', '['.repeat(1_000_000)],
    ['maps', '{"a":'.repeat(1_000_000)],
    ['lists', '- '.repeat(1_000_000)],
    ['different keys', Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n')],
    ['duplicate keys', 'k: 1\n'.repeat(20_000)],
    ['many anchors', Array.from({ length: 100_000 }, (_, index) => `- &a${index} b`).join('\n')],
    ['many values', '[],'.repeat(5_000_000)],
    [
      'merges',
      `x-a: &a { ${Array.from({ length: 2000 }, (_, index) => `k${index}: 1`).join(', ')} }\nx-b: [${'{ <<: *a },'.repeat(2000)}]`,
    ],
    ['much text', 'x'.repeat(fileLimits.characters + 1)],
  ])('of nothing but %s is rejected', async (_, text) => {
    expect((await problemsOf(text)).length).toBeGreaterThan(0);
  });

  it('is at most as deep as it can be', async () => {
    const chain = (depth: number) => {
      const lines = Array.from({ length: depth }, (_, level) => {
        const indent = '  '.repeat(2 * level + 1);
        return `${indent}- name: G\n${indent}  groups:\n`;
      });
      return `palisade: 1\ngroups:\n${lines.join('')}${'  '.repeat(2 * depth + 1)}- name: G\n`;
    };
    let depth = 0;
    for (let { groups } = read(chain(fileLimits.depth - 1)); groups?.[0]; groups = groups[0].groups)
      depth += 1;
    expect(depth).toBe(fileLimits.depth);
    expect((await problemsOf(chain(fileLimits.depth))).join()).toMatch(
      /below more than 200 groups|nested more than/,
    );
  });
});
