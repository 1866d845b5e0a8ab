import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { anyTestStore } from '../../testing/databases.ts';
import { refusedWith } from '../../testing/service.ts';
import { testServiceOn } from '../../testing/setups/service-setup.ts';

describe.each(anyTestStore())('all problems in one response on $name', ({ open }) => {
  const service = testServiceOn(open);
  const hidden = (field: string, path: string) => `${field}: ${path} doesn't exist or isn't visible to you`;

  it.each([
    [
      'a user, for references and shape',
      ['admin', 'POST', '/users'],
      { login: 7, group_resource: '/groups/99', role_resources: ['/roles/99'], colour: 'red' },
      [
        'login: must be a string',
        "colour: isn't a known property",
        hidden('group_resource', '/groups/99'),
        hidden('role_resources', '/roles/99'),
      ],
    ],
    [
      'a user, changed',
      ['admin', 'PUT', '/users/2'],
      { login: 'admin', password: 'short', role_resources: ['/roles/99'] },
      [
        'password: must be at least 12 characters',
        'login: another user already has the login "admin"',
        hidden('role_resources', '/roles/99'),
      ],
    ],
    [
      'a role, with grants that the caller lacks',
      ['tenant', 'POST', '/roles'],
      {
        name: 'New',
        description: 7,
        admin_group: '/groups/4',
        features: [{ name: 'palisade', privilege: 'rw' }],
        group_resources: ['/groups/1', '/groups/4', '/groups/99'],
      },
      [
        'description: must be a string',
        hidden('admin_group', '/groups/4'),
        hidden('group_resources', '/groups/4'),
        hidden('group_resources', '/groups/99'),
        'requires privilege rw on feature palisade for /groups/1',
      ],
    ],
    [
      'a group, for its name and description',
      ['admin', 'POST', '/groups'],
      { name: 'EMEA', description: 7 },
      [
        'description: must be a string',
        'name: another group with the same parent already has the name "EMEA"',
      ],
    ],
    [
      "a provider with metadata that can't be fetched",
      ['admin', 'POST', '/oidc_ops'],
      { client_id: 'c', username_path: '[', token_endpoint: 'http:x', metadata_url: 'https://127.0.0.1:1/' },
      [
        'name: is required',
        'client_secret: is required',
        'token_endpoint: must use https',
        expect.stringMatching(/^username_path: /),
        expect.stringMatching(/^metadata_url: .*isn't allowed/),
      ],
    ],
    [
      "the draft of a sign-in test with metadata that can't be fetched",
      ['admin', 'POST', '/oidc_trials'],
      { client_id: 7, username_path: '[', metadata_url: 'https://127.0.0.1:1/' },
      [
        'client_id: must be a string',
        expect.stringMatching(/^username_path: /),
        'client_secret: is required',
        expect.stringMatching(/^metadata_url: .*isn't allowed/),
      ],
    ],
    [
      'a list, for its fields and its page',
      ['admin', 'GET', '/users?start=-1&limit=0&fields=login,password_hash,constructor&search=%00&login=%00'],
      undefined,
      [
        'start: must be a whole number from 0 to 2147483647',
        'limit: must be a whole number from 1 to 1000',
        'search: must not contain control characters',
        'login: must not contain control characters',
        "fields: password_hash isn't a property of these records",
        "fields: constructor isn't a property of these records",
      ],
    ],
    [
      "omitted properties of a list's entries",
      ['admin', 'PUT', '/roles/2'],
      { features: [{}, { name: 'x', privilege: 'RW' }] },
      [
        'features.0.name: is required',
        'features.0.privilege: is required',
        "features.1.name: isn't a known feature",
        'features.1.privilege: must be ro or rw',
      ],
    ],
    ['an omitted list', ['admin', 'POST', '/group_imports'], {}, ['groups: is required']],
    [
      'unknown properties with unusual names',
      ['admin', 'PUT', '/groups/1'],
      { '': 1, [`x${'y'.repeat(500)}`]: 1, 'a\nb': 1 },
      [
        `'': isn't a known property`,
        `x${'y'.repeat(99)}…: isn't a known property`,
        "\u2068a b\u2069: isn't a known property",
      ],
    ],
    [
      'unknown and repeated parameters',
      ['admin', 'GET', '/groups/1/users?below=true&below=false&colour=blue&start=1&start=2'],
      undefined,
      ['start: must be sent only once', 'below: must be sent only once', "colour: isn't a known parameter"],
    ],
    [
      "days that don't exist",
      ['admin', 'GET', '/changes?since=2026-02-30&until=2025-02-29T10:00:00%2B01:00'],
      undefined,
      [
        'since: must be an ISO 8601 date, or time with a time zone',
        'until: must be an ISO 8601 date, or time with a time zone',
      ],
    ],
  ] as const)('refuses %s', async (_, [as, method, path], data, detail) => {
    const { status, body } = await service.request(as, method, path, data);
    expect({ status, body }).toEqual({ status: 400, body: { detail } });
  });

  it.each([
    ['admin', '/groups/1', { name: '\uD800' }, 'name: must be valid Unicode'],
    ['admin', '/users/2', { password: 'long enough \uD800' }, 'password: must be valid Unicode'],
    ['admin', '/oidc_ops/1', { client_secret: '\uDC00' }, 'client_secret: must be valid Unicode'],
    [
      'admin',
      '/users/2',
      { password: 'a\r\n'.padStart(20) },
      'password: must not contain control characters',
    ],
    ['admin', '/oidc_ops/1', { client_secret: 'a\n' }, 'client_secret: must not contain control characters'],
    // Says nothing about records that the caller can't see.
    ['tenant', '/users/1', { login: 'guest', colour: 'red' }, "colour: isn't a known property"],
    ['tenant', '/groups/4', { name: 'EMEA', description: 7 }, 'description: must be a string'],
  ])('refuses, as %s, to update %s with %j', async (as, path, data, problem) => {
    expect(await service.request(as, 'PUT', path, data)).toMatchObject(refusedWith(400, problem));
  });

  it.each([
    ['POST', '/users', { login: 'new', group_resource: '/groups/99', role_resources: ['/roles/99'] }, 400],
    ['PUT', '/users/99', { display_name: 'x' }, 404],
    ['DELETE', '/users/99', undefined, 404],
    ['POST', '/groups', { name: 'EMEA' }, 409],
    ['PUT', '/groups/0', { name: 'Root' }, 400],
    ['POST', '/roles', { name: 'New', admin_group: '/groups/99', group_resources: ['/groups/98'] }, 400],
    ['DELETE', '/roles/1', undefined, 409],
    ['DELETE', '/users/1/api_keys/99', undefined, 404],
    ['PUT', '/oidc_ops/99', { name: 'x' }, 404],
    ['DELETE', '/oidc_ops/99', undefined, 404],
  ])('rejects %s %s before creating a job', async (method, url, data, status) => {
    const send = (headers?: Record<string, string>) => service.request('admin', method, url, data, headers);
    const later = await send({ prefer: 'respond-async' });
    expect(later.status).toBe(status);
    expect(later.body).toEqual((await send()).body);
    expect(await service.database.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });
});

describe.each(anyTestStore())('the only path of each record on $name', ({ open }) => {
  const service = testServiceOn(open);
  const invalidIds = ['9'.repeat(400), ...'00 01 +1 -1 1.0 1e3 0x1 %30 %31 1%20 2147483648'.split(' ')];
  const withIds = Object.values<Endpoint>(endpoints).filter(
    ({ method, path }) => /^(GET|DELETE)$/.test(method) && /:id\b/.test(path) && !path.includes('trials'),
  );

  it.each(invalidIds)('has no record with the ID %s', async (id) => {
    for (const { method, path } of withIds) {
      const { status } = await service.request('admin', method, path.replaceAll(/:\w+/g, id));
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it.each(invalidIds)('rejects a reference to the ID %s', async (id) => {
    const send = async (method: string, path: string, data?: object) =>
      (await service.request('admin', method, path, data)).body;
    const groupProblem = 'must be a path /groups/<id>';
    const encoded = encodeURIComponent(id);
    expect(await send('GET', `/groups?lineage_of=/groups/${encoded}`)).toEqual({
      detail: [`lineage_of.0: ${groupProblem}`],
    });
    expect(await send('GET', `/roles?held_by=/users/${encoded}`)).toEqual({
      detail: ['held_by: must be a path /users/<id>'],
    });
    const user = { login: 'x', group_resource: `/groups/${id}`, role_resources: [`/roles/${id}`] };
    expect(await send('POST', '/users', user)).toEqual({
      detail: [`group_resource: ${groupProblem}`, 'role_resources.0: must be a path /roles/<id>'],
    });
    expect(await send('PUT', '/roles/2', { group_resources: [`/groups/${id}`] })).toEqual({
      detail: [`group_resources.0: ${groupProblem}`],
    });
    expect(
      await send('POST', '/group_imports', { groups: [{ name: 'x', parent: `/groups/${id}` }] }),
    ).toMatchObject({ detail: [expect.stringMatching(/^groups line 1: parent: must be the path/)] });
  });
});
