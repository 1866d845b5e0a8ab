import { describe, expect, it } from 'vitest';
import { changeRecord } from '../../../testing/setups/console-records.ts';
import { fieldLabel, formerValues, recordAt, lastValues, restorationOf, writableOf } from './record-kinds.ts';

const kindAt = (path: string) => recordAt(path)!.kind;
const role = kindAt('/roles/2');
const provider = kindAt('/oidc_ops/1');

describe('records', () => {
  it.each([
    ['/groups/0', 'group', 0],
    ['/oidc_ops/12', 'provider', 12],
    ['/users/3', 'user', 3],
    ['/roles/4', 'role', 4],
  ])('finds the kind of %s', (path, noun, id) => {
    const found = recordAt(path);
    expect([found?.kind.noun, found?.id]).toEqual([noun, id]);
  });

  it.each(['/users/3/api_keys/1', '/users', '/customers/1', 'users/3', ''])('knows none at %s', (path) => {
    expect(recordAt(path)).toBeUndefined();
  });

  it('labels fields as in the form, and unknown ones by their names', () => {
    expect(fieldLabel(role, 'group_resources')).toBe('Applies to');
    expect(fieldLabel(provider, 'jwks_uri')).toBe('JWKS URI');
    expect(fieldLabel(undefined, 'group_resource')).toBe('Group');
    expect(fieldLabel(role, 'created_by')).toBe('Created by');
  });
});

describe('restoring a version', () => {
  const current = {
    name: 'Auditors',
    description: 'new',
    features: [{ name: 'group', privilege: 'rw' }],
    group_resources: ['/groups/1', '/groups/2'],
    admin_group: '/groups/0',
  };

  it('writes only what differs from the record now', () => {
    const version = {
      name: 'Auditors',
      description: null,
      group_resources: ['/groups/2', '/groups/1'],
      features: [{ name: 'group', privilege: 'ro' }],
    };
    expect(restorationOf(role, version, current)).toEqual({
      values: { description: '', features: [{ name: 'group', privilege: 'ro' }] },
      fixed: [],
    });
  });

  it("names fields that can't be written", () => {
    const version = { admin_group: '/groups/5', 'no longer a field': '1' };
    expect(restorationOf(role, version, current)).toEqual({ values: {}, fixed: ['admin_group'] });
    expect(writableOf(role, { ...version, name: null })).toEqual({ name: '' });
  });

  it('sends every published value of a provider with its metadata URL, so that none is fetched again', () => {
    const op = {
      metadata_url: 'https://b.example',
      issuer: 'https://id.example',
      jwks_uri: '',
      name: 'Acme',
    };
    expect(provider.changesTo(op, { metadata_url: 'https://a.example' })).toEqual({
      metadata_url: 'https://a.example',
      issuer: 'https://id.example',
    });
    expect(provider.changesTo(op, { name: 'Acme' })).toEqual({});
  });

  it('shows a suspended button again', () => {
    const fields = [{ name: 'login_enabled', before: true, after: false }];
    const former = formerValues(provider, changeRecord({ action: 'updated', fields }));
    expect(former).toEqual({ login_enabled: true });
    expect(provider.changesTo({ login_enabled: false }, former ?? {})).toEqual({ login_enabled: true });
  });
});

describe('recreating a deleted record', () => {
  const deleted = changeRecord({
    action: 'deleted',
    fields: [
      { name: 'id', before: '1', after: null },
      { name: 'name', before: 'Acme', after: null },
      { name: 'scope', before: 'openid', after: null },
      { name: 'jwks_uri', before: '', after: null },
      { name: 'client_secret', replaced: true },
    ],
  });

  it('takes its last values, without blank ones, secrets and what the service assigns', () => {
    expect(lastValues(provider, deleted)).toEqual({ name: 'Acme', scope: 'openid' });
  });

  it('keeps a suspended user suspended', () => {
    const fields = [
      { name: 'login', before: 'sue', after: null },
      { name: 'suspended', before: true, after: null },
    ];
    expect(lastValues(kindAt('/users/2'), { ...deleted, resource: '/users/2', fields })).toEqual({
      login: 'sue',
      suspended: true,
    });
  });

  it.each([
    ['changes that delete nothing', { action: 'updated' as const }],
    ['entries without values', { fields: [] }],
  ])("isn't offered for %s", (_what, other) => {
    expect(lastValues(provider, { ...deleted, ...other })).toBeUndefined();
  });

  it('is offered for groups only if they were kept, or too many to be kept', () => {
    const values = (recreatable: boolean | null) =>
      lastValues(kindAt('/groups/1'), { ...deleted, count: 3, recreatable });
    expect([true, false, null].map((each) => values(each)?.['name'])).toEqual(['Acme', 'Acme', undefined]);
  });
});
