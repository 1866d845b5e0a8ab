import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { features, privileges } from '../contract/access/privileges.ts';
import { nameField } from '../contract/fields.ts';
import { escapeUnseen } from '../contract/isolate.ts';
import type { DataSet } from '../demo/data/load.ts';
import { carryOut, connect, exported } from '../testing/configuration.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { password, startTestService } from '../testing/service.ts';
import { exportFrom } from './export.ts';
import { fileLimits } from './format.ts';
import { groupInFile, groupText, variableOf } from './names.ts';
import { plan } from './plan.ts';
import { read } from './read.ts';
import type { Current } from './service.ts';
import { variablesOf } from './steps.ts';
import { isReadable, readYaml, writeYaml } from './yaml.ts';

const grants = Object.fromEntries(features.map((feature) => [feature, 'rw' as const]));

/** As after the first start. */
const empty: DataSet = {
  groups: [],
  roles: [{ name: 'Administrators', description: '', group: null, features: grants }],
  users: [{ login: 'admin', displayName: '', password, group: null, roles: [0] }],
};

const isName = (text: string) => nameField().safeParse(text).data === text;
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      'A > B',
      '/',
      '["x"]',
      "it's",
      'true',
      '12',
      '- x',
      '# no',
      'a: b',
      '\u202Eevil',
      'Ünï ✓',
      '__proto__',
      '>',
    ),
  )
  .filter(isName);
const description = fc
  .oneof(
    fc.constant(''),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('two\nlines', ' spaced ', '\ttab'),
  )
  .filter((text) => !/[\p{Cs}]|(?![\n\r\t])\p{Cc}/u.test(text));

interface Tree {
  name: string;
  description: string;
  groups: Tree[];
}
const { tree } = fc.letrec<{ tree: Tree[] }>((tie) => ({
  tree: fc.uniqueArray(
    fc.record({
      name,
      description,
      groups: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.constant<Tree[]>([]), tie('tree')),
    }),
    { maxLength: 3, selector: (group) => group.name },
  ),
}));

/** The content of a file: everything refers to something in it. */
const content = fc
  .record({
    groups: tree,
    roles: fc.uniqueArray(
      fc.record({
        name,
        description,
        administered_by: fc.nat(),
        applies_to: fc.array(fc.nat(), { maxLength: 3 }),
        features: fc.dictionary(fc.constantFrom(...features), fc.constantFrom(...privileges)),
      }),
      { maxLength: 4, selector: (role) => role.name.toLowerCase() },
    ),
    users: fc.uniqueArray(
      fc.record({
        login: fc.stringMatching(/^[a-z]{3,9}$/).map((letters) => `user.${letters}`),
        name: name.map((text) => text.trim()),
        group: fc.nat(),
        roles: fc.array(fc.nat(), { maxLength: 3 }),
        password: fc.boolean(),
      }),
      { maxLength: 3, selector: (user) => user.login },
    ),
    oidc_providers: fc.uniqueArray(
      fc.record({
        name,
        client_id: name,
        issuer: fc.webUrl(),
        scope: fc.constantFrom('openid', 'openid email'),
        logout_method: fc.constantFrom('none', 'local'),
        userinfo_endpoint: fc.constantFrom('', 'https://example.com/userinfo'),
      }),
      { maxLength: 2, selector: (provider) => provider.name },
    ),
  })
  .map(({ groups, roles, users, oidc_providers: providers }) => {
    const paths: string[][] = [[]];
    const collect = (list: Tree[], above: string[]) => {
      for (const group of list) {
        paths.push([...above, group.name]);
        collect(group.groups, [...above, group.name]);
      }
    };
    collect(groups, []);
    const groupAt = (index: number) => groupInFile(groupText(paths[index % paths.length] ?? []));
    return {
      palisade: 1,
      groups,
      roles: roles.map((role) => ({
        ...role,
        administered_by: groupAt(role.administered_by),
        applies_to: role.applies_to.map(groupAt),
      })),
      users: users.map((user) => ({
        ...user,
        group: groupAt(user.group),
        roles:
          roles.length === 0
            ? []
            : [...new Set(user.roles.map((index) => roles[index % roles.length]?.name ?? ''))],
        password: user.password ? { env: 'PASSWORD' } : undefined,
      })),
      oidc_providers: providers.map((provider) => ({
        ...provider,
        authorization_endpoint: 'https://example.com/authorize',
        token_endpoint: 'https://example.com/token',
        client_secret: { env: 'SECRET' },
        username_path: 'email',
      })),
    };
  });

type Content = typeof content extends fc.Arbitrary<infer Value> ? Value : never;

/** The records that a content describes, as a service has them. @param isDocumented as one without extensions has them */
function recordsOf(
  { groups, roles, users, oidc_providers: providers }: Content,
  isDocumented: boolean,
): Current {
  const records = [{ name: 'Default', description: '', group_resource: '/groups/0', parent_resource: '' }];
  const paths = new Map([['/', '/groups/0']]);
  const add = (list: Tree[], above: string[], parent: string) => {
    for (const { name: own, description: text, groups: below } of list) {
      const [names, path] = [[...above, own], `/groups/${records.length}`];
      paths.set(groupText(names), path);
      records.push({ name: own, description: text, group_resource: path, parent_resource: parent });
      add(below, names, path);
    }
  };
  add(groups, [], '/groups/0');
  const pathOf = (group: string | readonly string[]) =>
    paths.get(typeof group === 'string' ? group : groupText(group)) ?? '';
  const unset = isDocumented ? null : '';
  const current = {
    groups: records,
    oidc_providers: providers.map((provider, id) => ({
      ...provider,
      resource: `/oidc_ops/${id}`,
      metadata_url: unset,
      jwks_uri: '',
      post_logout_redirect_uri: unset,
    })),
  };
  const missing = { roles: "this service doesn't offer roles", users: "this service doesn't offer users" };
  if (isDocumented) return { ...current, missing };
  const rolePaths = new Map(roles.map(({ name: own }, id) => [own, `/roles/${id}`]));
  return {
    ...current,
    roles: roles.map(({ administered_by: group, applies_to: applies, features: granted, ...role }, id) => ({
      ...role,
      role_resource: `/roles/${id}`,
      admin_group: { group_resource: pathOf(group) },
      group_resources: applies.map(pathOf),
      features: Object.entries(granted).map(([feature, privilege]) => ({ name: feature, privilege })),
    })),
    users: users.map(({ name: display, group, roles: held, password: given, ...user }, id) => ({
      ...user,
      display_name: display,
      user_resource: `/users/${id}`,
      group_resource: pathOf(group),
      role_resources: held.map((role) => rolePaths.get(role) ?? ''),
      has_password: given !== undefined,
    })),
    missing: {},
  } as unknown as Current;
}

describe('an export', () => {
  it('changes nothing where it comes from, on either kind of service, also with other line ends', () => {
    fc.assert(
      fc.property(content, fc.boolean(), fc.constantFrom('\n', '\r\n'), (generated, isDocumented, end) => {
        const current = recordsOf(generated, isDocumented);
        const { text } = exportFrom(current, { schema: '/', service: 'test' });
        expect(text.endsWith('\nend: true\n')).toBe(true);
        expect(text.replaceAll('\n', '')).toBe(escapeUnseen(text.replaceAll('\n', '')));
        const wanted = read(text.replaceAll('\n', end));
        for (const prune of [false, true])
          expect(plan(wanted, current, { prune })).toMatchObject({ steps: [], errors: [] });
      }),
      { numRuns: 200 },
    );
  });

  const open = async (data: DataSet) => {
    const database = await openTestDatabase();
    const service = await startTestService(database, { data });
    return { api: connect(service, 'admin'), close: () => service.close().then(database.close) };
  };

  const applyTo = async (api: ReturnType<typeof connect>, text: string, prune = false) => {
    const planned = plan(read(text), await api.current(), { prune });
    expect(planned.errors).toEqual([]);
    const secrets = Object.fromEntries(
      [...variablesOf(planned.steps).keys()].map((variable) => [variable, password]),
    );
    const results = await carryOut(planned, api, { secrets });
    expect(results.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
    expect(plan(read(text), await api.current(), { prune }).steps).toEqual([]);
  };

  it('leaves nothing to do once it is applied, and gives the same bytes from another service', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, async (generated, other) => {
        const first = await open(empty);
        // Its records have other ids.
        const second = await open({ ...empty, groups: [{ name: 'Aside', description: '', parent: null }] });
        try {
          await applyTo(first.api, writeYaml(generated));
          const text = await exported(first.api);
          await applyTo(second.api, writeYaml(other));
          await applyTo(second.api, text, true);
          expect(await exported(second.api)).toBe(text);
        } finally {
          await first.close();
          await second.close();
        }
      }),
      { numRuns: 3 },
    );
  });
});

describe('YAML', () => {
  it('is read as another program writes it', () => {
    const styles = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const;
    fc.assert(
      fc.property(
        content,
        fc.constantFrom(...styles),
        fc.constantFrom('\n', '\r\n'),
        (generated, style, end) => {
          const value = JSON.parse(JSON.stringify(generated)) as object;
          const text = stringify(value, { defaultStringType: style, aliasDuplicateObjects: false });
          // The library writes blocks that start with a blank line wrongly.
          fc.pre(isDeepStrictEqual(parse(text), value));
          for (const each of [text, JSON.stringify(value, null, 2)])
            expect(readYaml(each.replaceAll('\n', end))).toMatchObject({ value });
        },
      ),
    );
  });

  it('names the variable of a secret by its record only, and differently for each', () => {
    const names = [
      'Okta',
      'okta',
      'OKTA',
      'Okta EU',
      'Okta Eu',
      'okta-eu',
      'Öktä',
      '密码',
      '密碼',
      '1Password',
      '_',
    ];
    const variables = names.map((each) => variableOf('oidc_providers', each));
    expect(new Set(variables.map((each) => each.toUpperCase())).size).toBe(names.length);
    for (const variable of variables) expect(variable).toMatch(/^[A-Z_][A-Z\d_]*_SECRET$/);
    expect([variables[0], variables[3]]).toEqual(['OKTA_SECRET', 'OKTA_EU_SECRET']);
    const logins = [
      'tara',
      'jane.doe',
      'jane@example.com',
      'jane.example.com',
      'jane.at.example.com',
      'Tara',
    ];
    expect(new Set(logins.map((login) => variableOf('users', login))).size).toBe(logins.length);
    expect(variableOf('users', 'jane@example.com')).toBe('JANE_AT_EXAMPLE_COM_PASSWORD');
  });
});

it('refuses to export groups that are too deep to be read back', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, id) => ({
      name: `Group ${id}`,
      group_resource: `/groups/${id}`,
      parent_resource: id === 0 ? '' : `/groups/${id - 1}`,
    }));
  const options = { schema: '', service: 'x', only: ['groups'] } as const;
  const deep = (length: number) => exportFrom({ groups: chain(length), missing: {} }, options);
  expect(read(deep(201).text).groups).toHaveLength(1);
  for (const length of [202, 20_000])
    expect(() => deep(length)).toThrow('Groups are below more than 200 others');
});

it('writes no more values than it reads', () => {
  const listOf = (count: number) => `[${'1,'.repeat(count)}1]`;
  expect(isReadable(listOf(1_100_000))).toBe(true);
  expect(isReadable(listOf(1_200_000))).toBe(false);
  expect(isReadable('x'.repeat(fileLimits.characters / 2))).toBe(true);
  // Another program may write it with other line ends and quotes.
  expect(isReadable('x'.repeat(fileLimits.characters / 2 + 1))).toBe(false);
});
