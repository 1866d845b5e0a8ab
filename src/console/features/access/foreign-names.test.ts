import { describe, expect, it } from 'vitest';
import { withDefaults } from '../../../client/records.ts';
import { accessRoleOf } from '../../data/access/model.ts';
import { compareRoles, effectiveFeatures, explain } from '../../data/access/privileges.ts';
import { toCsv, toJson } from '../../data/access/access-files.ts';
import { knownGrants } from '../../data/access/roles.ts';
import { actionText, grantText } from '../../lib/privilege-text.ts';

describe.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a feature called %s', (name) => {
  const grant = { name, privilege: name };
  const access = withDefaults({
    login: 'custom',
    roles: [{ name: 'Custom', role_resource: '/roles/1', features: [grant], group_resources: ['/groups/0'] }],
  });
  const roles = access.roles.map(accessRoleOf);

  it('is called that', () => {
    expect(grantText(grant)).toBe(`${name} · ${name}`);
    expect(actionText({ feature: name, privilege: name })).toBe(`use ${name} · ${name}`);
  });

  it('is evaluated, compared and exported like any other', () => {
    const row = effectiveFeatures(roles).find(({ feature }) => feature === name);
    expect(row?.privileges).toEqual([name]);
    const chain = (path: string) => ({ paths: [path], complete: true });
    expect(explain(roles, { feature: name, privilege: name }, chain('/groups/0')).granted).toBe('yes');
    expect(compareRoles(roles, [], chain)).toMatchObject([{ feature: name, left: [name], right: [] }]);
    expect(toCsv(access)).toContain(`\n${name},${name},Custom,`);
    expect(toJson(access)).toContain(`"feature": "${name}"`);
  });

  it("isn't sent by the role form", () => {
    const known = { name: 'group', privilege: 'rw' };
    expect(knownGrants([grant, known])).toEqual([known]);
  });
});
