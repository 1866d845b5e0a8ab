import { describe, expect, it } from 'vitest';
import type { Change } from '../../../contract/activity/changes.ts';
import { changeRecord } from '../../../testing/setups/console-records.ts';
import { compareVersions, reconstructVersions } from './versions.ts';

let changes = 0;
function change(action: Change['action'], fields: Change['fields']): Change {
  changes += 1;
  return changeRecord({ change_resource: `/changes/${changes}`, action, fields });
}

const created = change('created', [
  { name: 'name', before: null, after: 'Acme' },
  { name: 'scope', before: null, after: 'openid' },
  { name: 'client_secret', replaced: true },
]);
const renamed = change('updated', [{ name: 'name', before: 'Acme', after: 'Acme Inc.' }]);
const replaced = change('updated', [{ name: 'client_secret', replaced: true }]);
const scoped = change('updated', [
  { name: 'scope', before: 'openid', after: 'openid profile' },
  { name: 'userinfo_endpoint', before: '', after: 'https://id.example/me' },
]);
const newestFirst = [scoped, replaced, renamed, created];

describe('versions', () => {
  it('has one version per change if the creation is recorded', () => {
    const versions = reconstructVersions(newestFirst);
    expect(versions.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect(versions.map((version) => version.change)).toEqual(newestFirst);
    expect(versions[3]?.values).toEqual({ name: 'Acme', scope: 'openid', userinfo_endpoint: '' });
    expect(versions[0]?.values).toEqual({
      name: 'Acme Inc.',
      scope: 'openid profile',
      userinfo_endpoint: 'https://id.example/me',
    });
  });

  it('adds the version before the oldest change listed', () => {
    const versions = reconstructVersions([scoped, renamed]);
    expect(versions.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(versions[2]?.change).toBeUndefined();
    expect(versions[2]?.values).toEqual({ name: 'Acme', scope: 'openid', userinfo_endpoint: '' });
  });

  it('has none without changes', () => {
    expect(reconstructVersions([])).toEqual([]);
  });
});

describe('comparing versions', () => {
  const versions = reconstructVersions(newestFirst);
  const numbered = (number: number) => versions.find((version) => version.number === number)!;
  const compare = (one: number, other: number) => compareVersions(versions, numbered(one), numbered(other));

  it('finds only the fields that differ, in either order', () => {
    const differences = [
      { name: 'scope', before: 'openid', after: 'openid profile' },
      { name: 'userinfo_endpoint', before: '', after: 'https://id.example/me' },
    ];
    expect(compare(3, 4)).toEqual(differences);
    expect(compare(4, 3)).toEqual(differences);
    expect(compare(2, 2)).toEqual([]);
  });

  it('finds secrets that were replaced between them, but not before', () => {
    expect(compare(2, 3)).toEqual([{ name: 'client_secret', replaced: true }]);
    expect(compare(1, 4)).toContainEqual({ name: 'client_secret', replaced: true });
    expect(compare(1, 2)).toEqual([{ name: 'name', before: 'Acme', after: 'Acme Inc.' }]);
  });
});
