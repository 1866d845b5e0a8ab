import { expect, it } from 'vitest';
import { whyHref } from './why-link.tsx';

it('whyHref links a rejection to its explanation, with the missing privilege filled in', () => {
  expect(whyHref(['You need group_admin · rw for this'])).toBe(
    '/access/can?feature=group_admin&privilege=rw',
  );
  expect(whyHref(['x', 'You need group · ro on /groups/5 for this. And more'])).toBe(
    '/access/can?feature=group&privilege=ro&group=%2Fgroups%2F5',
  );
  expect(whyHref(["You need group · rw on a group that isn't visible to you for this"])).toBe('/access');
  expect(whyHref(['name: is required'])).toBeUndefined();
  expect(whyHref([])).toBeUndefined();
});
