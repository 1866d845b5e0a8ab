import { expect, it } from 'vitest';
import { accessRoleOf } from '../../data/access/model.ts';
import { noGroupText } from './feature-meanings.ts';

it("says whether a role has no groups, or the service doesn't report them", () => {
  expect(noGroupText(accessRoleOf({ name: 'None', group_resources: [] }))).toBe('no group');
  expect(noGroupText(accessRoleOf({ name: 'Unreported' }))).toBe("groups that this service doesn't report");
});
