import { expect, it } from 'vitest';
import { whyHref } from './why-link.tsx';

it('whyHref links a rejection to its explanation, with the missing privilege filled in', () => {
  expect(whyHref(['requires privilege rw on feature group_admin'])).toBe(
    '/access/why?feature=group_admin&privilege=rw',
  );
  expect(whyHref(['x', 'requires privilege ro on feature group for /groups/5. And more'])).toBe(
    '/access/why?feature=group&privilege=ro&group=%2Fgroups%2F5',
  );
  expect(whyHref(['name: is required'])).toBeUndefined();
  expect(whyHref([])).toBeUndefined();
});
