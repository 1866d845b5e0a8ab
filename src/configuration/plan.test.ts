import { loginSkeleton } from '../contract/access/login-skeleton.ts';
import { describe, expect, it } from 'vitest';
import { confirmationOf, deletionsToType, headlineOf } from './deletions.ts';
import type { Section } from './format.ts';
import { plan, type PlanOptions } from './plan.ts';
import { read } from './read.ts';
import type { Current } from './service.ts';
import { changesOf, labelOf } from './steps.ts';

const admin = {
  login: 'admin',
  display_name: '',
  user_resource: '/users/1',
  group_resource: '/groups/0',
  role_resources: [],
};

/** Plans a file for a service with these users. */
async function planFor(users: object[], lines: string, options: PlanOptions = {}) {
  const current = { groups: [{ name: 'Default', group_resource: '/groups/0' }], missing: {} };
  const { steps, errors, consequences } = plan(
    read(`palisade: 1\nusers:\n${lines}`),
    { ...current, users },
    { skeletonOf: loginSkeleton, ...options },
  );
  return {
    keys: steps.map(labelOf),
    errors: errors.map(({ line, message }) => `${line} ${message}`),
    warnings: consequences.flatMap(({ isWarning, text }) => (isWarning ? [text] : [])),
  };
}

it("doesn't take a user whose group can't be seen for a new one", async () => {
  const elsewhere = { ...admin, group_resource: '/groups/9' };
  const { keys, errors } = await planFor([elsewhere], '  - { login: admin, name: Ada }', { prune: true });
  expect([keys, errors]).toEqual([[], ["3 admin belongs to a group that you can't see or name"]]);
});

it("doesn't take a user whose role is unknown for a missing one", async () => {
  const { keys, errors } = await planFor([admin], '  - { login: admin, roles: [Nothing] }', { prune: true });
  expect([keys, errors]).toEqual([[], ["3 roles: Nothing doesn't exist, and the file doesn't create it"]]);
});

it("plans roles and users with items in their lists that aren't any", async () => {
  const role = {
    name: 'All',
    description: '',
    role_resource: '/roles/1',
    admin_group: { group_resource: '/groups/0' },
    features: [null, { name: 'group', privilege: 'rw' }, { name: 'device' }, 'x'],
    group_resources: [null, '/groups/0', 7],
  };
  const user = { ...admin, role_resources: [null, '/roles/1', {}] };
  const current = { groups: [{ name: 'Default', group_resource: '/groups/0' }], missing: {} };
  const text = `palisade: 1
roles: [{ name: All, applies_to: [/], features: { group: rw } }]
users: [{ login: admin, roles: [All] }]`;
  const found = plan(read(text), {
    ...current,
    roles: [role],
    users: [user],
  } as unknown as Current);
  expect([found.steps, found.errors]).toEqual([[], []]);
});

it('says how many users gain access', async () => {
  const users = Array.from({ length: 1200 }, (_, index) => `  - { login: u${index}, roles: [Viewers] }`);
  const role = 'roles: [{ name: Viewers, applies_to: [EMEA], features: { group: ro } }]';
  const emea = { name: 'EMEA', group_resource: '/groups/1', parent_resource: '/groups/0' };
  const groups = [{ name: 'Default', group_resource: '/groups/0' }, emea];
  const current = { groups, roles: [], users: [], missing: {} } as unknown as Current;
  const { consequences } = plan(read(`palisade: 1\n${role}\nusers:\n${users.join('\n')}`), current);
  expect(consequences.map(({ text }) => text)).toEqual(['1,200 users gain “Groups · view” in EMEA']);
});

/** What a service has: EMEA with tara and the role Operators, Asia, and Entra. */
const service = {
  groups: ['Default', 'EMEA', 'Paris', 'Asia'].map((name, id) => ({
    name,
    description: '',
    group_resource: `/groups/${id}`,
    parent_resource: ['', '/groups/0', '/groups/1', '/groups/0'][id],
  })),
  roles: ['Operators', 'Auditors'].map((name, id) => ({
    name,
    description: '',
    role_resource: `/roles/${id}`,
    users: ['/users/1', '/users/2'],
    admin_group: { group_resource: '/groups/1' },
    features: [{ name: 'group', privilege: id === 0 ? 'rw' : 'ro' }],
    group_resources: ['/groups/1'],
  })),
  users: ['admin', 'tara', 'nina', 'omar', 'zoe'].map((login, id) => ({
    login,
    display_name: id === 0 ? '' : `Name of ${login}`,
    user_resource: `/users/${id}`,
    group_resource: id === 0 ? '/groups/0' : '/groups/1',
    role_resources: id === 1 || id === 2 ? ['/roles/0'] : [],
    has_password: id === 1,
    last_sign_in_at: id === 1 ? '2026-11-02T10:00:00Z' : '',
  })),
  oidc_providers: ['Entra', 'Okta'].map((name, id) => ({
    name,
    resource: `/oidc_ops/${id}`,
    issuer: `https://${name}.example`,
    client_id: 'console',
    scope: 'openid',
    username_path: 'sub',
    logout_method: 'none',
    metadata_url: '',
    authorization_endpoint: 'https://a.example',
    token_endpoint: 'https://a.example',
  })),
  missing: {},
} as unknown as Current;

/** Plans a file for it. */
function planned(text: string, options: PlanOptions & { only?: Section[] } = {}) {
  const { steps, errors, consequences, deletions } = plan(
    read(`palisade: 1\n${text}`, options.only),
    service,
    { skeletonOf: loginSkeleton, ...options },
  );
  return {
    steps: steps.map(
      (step) =>
        `${step.action} ${labelOf(step)} ${changesOf(step)
          .map(({ name }) => name)
          .join()}`,
    ),
    errors: errors.map(({ line, message }) => (line === undefined ? message : `${line} ${message}`)),
    texts: consequences.map(({ text: each }) => each),
    headline: headlineOf(steps, deletions),
    deletions,
  };
}

const provider = (name: string, more = '') =>
  `{ name: ${name}, ${more} issuer: https://Entra.example, client_id: console, username_path: sub, authorization_endpoint: https://a.example, token_endpoint: https://a.example, client_secret: { env: S } }`;

describe('a creation that may be a rename', () => {
  it.each([
    [
      'a provider with the same issuer and client ID',
      `oidc_providers: [${provider('Entra ID')}]`,
      'Entra ID may be a rename of Entra. Deleting Entra loses its client secret, sessions and known users. To keep it, add renamed_from: Entra',
    ],
    [
      'a user with the same name',
      'users: [{ login: t.tenant, name: Name of tara }]',
      't.tenant may be a rename of tara. Deleting tara loses the password, sessions, API keys and sign-in history, last on 2026-11-02. To keep it, add renamed_from: tara',
    ],
    [
      'a user with the same login before the @',
      'users: [{ login: nina@example.com }]',
      'nina@example.com may be a rename of nina. Deleting nina loses sessions, API keys and sign-in history. To keep it, add renamed_from: nina',
    ],
    [
      'a role with the same features and place',
      'roles: [{ name: Staff, administered_by: EMEA, applies_to: [EMEA], features: { group: rw } }]',
      'Staff (EMEA) may be a rename of Operators (EMEA). Deleting Operators (EMEA) loses it for 2 users. To keep it, add renamed_from: Operators',
    ],
    [
      'a group with the same children',
      'groups: [{ name: Europe, groups: [{ name: Paris }] }]',
      'Europe may be a rename of EMEA. Deleting EMEA loses what roles grant on it. To keep it, add renamed_from: EMEA',
    ],
  ])('is %s', (_, text, sentence) => {
    const { texts } = planned(text, { prune: true });
    expect(texts.filter((each) => each.includes('may be'))).toEqual([sentence]);
    expect(planned(text).texts.join()).not.toContain('may be');
  });

  it('belongs to one deletion each', () => {
    const text =
      'users: [{ login: a, name: Name of nina }, { login: nina@example.com }, { login: omar@example.com }]';
    const { texts } = planned(text, { prune: true });
    const pairs = texts.flatMap(
      (each) => /^(\S+) may be a rename of (\w+)/.exec(each)?.slice(1).join() ?? [],
    );
    expect(pairs).toEqual(['a,nina', 'omar@example.com,omar']);
  });
});

describe('renamed_from', () => {
  it.each([
    [
      'a provider',
      `oidc_providers: [${provider('Entra ID', 'renamed_from: Entra,')}]`,
      ['update Entra ID name'],
    ],
    ['a user', 'users: [{ login: t, renamed_from: tara }]', ['update t login']],
    [
      'a role, and what else changes',
      'roles: [{ name: Staff, renamed_from: Operators, features: { group: ro } }]\nusers: [{ login: tara, roles: [Staff] }]',
      ['update Staff (EMEA) name', 'update Staff (EMEA) features'],
    ],
    [
      'groups below each other',
      'groups: [{ name: Europe, renamed_from: EMEA, groups: [{ name: Lyon, renamed_from: EMEA > Paris }] }]\nusers: [{ login: tara, group: Europe }]',
      ['update Europe name', 'update Europe > Lyon name'],
    ],
    ['nothing twice', 'users: [{ login: tara, renamed_from: before }]', []],
  ])('renames %s', (_, text, steps) => {
    const found = planned(text);
    expect([found.errors, found.steps]).toEqual([[], steps]);
  });

  it.each([
    [
      'unknown',
      '{ login: new, renamed_from: gone }',
      "gone doesn't exist. Remove renamed_from to create new",
    ],
    [
      'of a record that still exists',
      '{ login: nina, renamed_from: tara }',
      'tara and nina both exist. Delete one',
    ],
    ['its own', '{ login: tara, renamed_from: tara }', "is the record's own name"],
    ['in the file, too', '{ login: new, renamed_from: tara }, { login: tara }', 'tara is in the file, too'],
    [
      'taken twice',
      '{ login: a, renamed_from: tara }, { login: b, renamed_from: tara }',
      'tara is renamed twice',
    ],
    [
      'swapped',
      '{ login: tara, renamed_from: nina }, { login: nina, renamed_from: tara }',
      'nina is in the file, too',
    ],
  ])('is rejected if the name is %s', (_, users, error) => {
    expect(planned(`users: [${users}]`).errors.join('\n')).toContain(`2 renamed_from: ${error}`);
  });

  it('is rejected if several records have the name', () => {
    const twice = {
      ...service,
      oidc_providers: [0, 1].map((id) => ({ name: 'Same', resource: `/oidc_ops/${id}` })),
    };
    const { errors } = plan(read('palisade: 1\noidc_providers: [{ name: New, renamed_from: Same }]'), twice);
    expect(errors.map(({ message }) => message)).toEqual([
      'renamed_from: Same is ambiguous: /oidc_ops/0 and /oidc_ops/1 have this name',
    ]);
  });
});

it.each([
  [
    'a password',
    'users: [{ login: new, password: { env: S } }]',
    'short',
    '2 password: S must be at least 12 characters',
  ],
  [
    'a client secret',
    `oidc_providers: [${provider('New')}]`,
    'x'.repeat(4097),
    '2 client_secret: S must be at most 4096 characters',
  ],
  [
    'a replaced password',
    'users: [{ login: tara, password: { env: S, replace: true } }]',
    'short',
    '2 password: S must be at least 12 characters',
  ],
  ['an unused password', 'users: [{ login: tara, password: { env: S } }]', 'short', undefined],
])("finds what's wrong with %s", (_, text, secret, error) => {
  expect(planned(text, { secretOf: () => secret }).errors).toEqual(error === undefined ? [] : [error]);
});

it.each([
  [
    'another login',
    'Tara',
    '2 login: Tara looks like tara, which exists; to rename it, add renamed_from: tara',
  ],
  [
    'another letter',
    'n\u0456na',
    '2 login: n\u0456na looks like nina, which exists; to rename it, add renamed_from: nina',
  ],
  ['nothing', 'new', undefined],
])('finds that a login looks like %s', (_, login, error) => {
  expect(planned(`users: [{ login: ${login} }]`).errors).toEqual(error === undefined ? [] : [error]);
});

it('says who belongs to a group that is deleted, and what to do', () => {
  expect(planned('groups: [{ name: Asia }]', { prune: true }).errors).toEqual([
    "EMEA can't be deleted: tara, nina, omar, zoe belong to it: move or delete them first; it administers the roles Operators, Auditors: delete them first",
  ]);
});

it.each([
  [
    'a role that grants more',
    'roles: [{ name: New, administered_by: EMEA, applies_to: [EMEA > Paris], features: { palisade: ro } }]',
    ["You can't create New (EMEA): you don't hold “OIDC providers · view” in EMEA > Paris"],
  ],
  [
    'a role elsewhere',
    'roles: [{ name: New, administered_by: EMEA, applies_to: [Asia], features: { group: ro } }]',
    ["You can't create New (EMEA): you don't hold “Groups · view” in Asia"],
  ],
  [
    'a role that is held',
    'roles: [{ name: New, administered_by: EMEA, applies_to: [EMEA > Paris], features: { group: ro } }]\nusers: [{ login: new, roles: [New] }]',
    [],
  ],
  [
    'a user who holds more',
    'users: [{ login: admin, name: New }]',
    ["You can't update admin: you don't hold “OIDC providers · change” in every group"],
  ],
  ['a user who holds less', 'users: [{ login: nina, roles: [Operators] }]', []],
])("finds what the caller can't do: %s", (_, text, errors) => {
  const all = {
    name: 'All',
    role_resource: '/roles/9',
    admin_group: { group_resource: '/groups/0' },
    features: [{ name: 'palisade', privilege: 'rw' }],
    group_resources: ['/groups/0'],
  };
  const users = service.users?.map((each, id) =>
    id === 0 ? { ...each, role_resources: ['/roles/9'] } : each,
  );
  const current = { ...service, roles: [...(service.roles ?? []), all], users, user: '/users/1' } as Current;
  const found = plan(read(`palisade: 1\n${text}`), current).errors;
  expect(found.map(({ message }) => message)).toEqual(errors);
});

it('says in one line what it does, with each kind of deletions', () => {
  const text =
    'groups: [{ name: EMEA, description: New, groups: [{ name: Paris }] }, { name: A }]\noidc_providers: []';
  expect(planned(text, { prune: true }).headline).toBe(
    '1 to create, 1 to change, 1 of 3 groups and 2 of 2 providers to delete',
  );
  expect(planned('users: []').headline).toBe('No changes');
});

it('counts users who lose all access like deletions', () => {
  const users = service.users?.map((each, id) => ({ ...each, role_resources: id > 1 ? ['/roles/0'] : [] }));
  const text = 'palisade: 1\nroles: [{ name: Operators, features: {} }]';
  const { deletions, consequences } = plan(read(text), { ...service, users } as Current);
  expect([deletionsToType(deletions), confirmationOf(deletions)]).toEqual([
    3,
    'take all access from 3 users',
  ]);
  expect(consequences.map(({ text: each }) => each)).toContain('3 users lose all access, of 5');
});

it.each([
  ['group: EMEA > Paris', undefined],
  [
    'group: EMEA > New',
    "group: EMEA > New doesn't exist yet: apply the file's groups first, with --only groups",
  ],
  ['group: Nowhere', "group: Nowhere doesn't exist, and the file doesn't create it"],
  ['roles: [New]', "roles: New doesn't exist yet: apply the file's roles first, with --only roles"],
])('with --only users, finds %s', (field, error) => {
  const text = `users: [{ login: tara, ${field} }]
roles: [{ name: New }]
groups: [{ name: EMEA, groups: [{ name: New }] }]`;
  expect(planned(text, { only: ['users'] }).errors).toEqual(error === undefined ? [] : [`2 ${error}`]);
});
