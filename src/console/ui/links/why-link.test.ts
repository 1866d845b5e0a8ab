import { expect, it } from 'vitest';
import { whyHref } from './why-link.tsx';

it('whyHref links a rejection to its explanation, with the missing privilege filled in', () => {
  expect(whyHref(['You need “Users, roles and keys · change”'])).toBe(
    '/access/can?feature=group_admin&privilege=rw',
  );
  expect(whyHref(['x', 'You need “Groups · view” on /groups/5. And more'])).toBe(
    '/access/can?feature=group&privilege=ro&group=%2Fgroups%2F5',
  );
  expect(whyHref(["You need “Groups · change” on a group that isn't visible to you"])).toBe('/access');
  expect(whyHref(['You need “analytics · admin”'])).toBe('/access/can?feature=analytics&privilege=admin');
  expect(whyHref(['name: is required'])).toBeUndefined();
  expect(whyHref([])).toBeUndefined();
});
