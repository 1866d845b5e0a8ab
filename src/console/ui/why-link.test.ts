import { expect, it } from 'vitest';
import { whyHref } from './why-link.tsx';

it('whyHref links a rejection to its explanation, with the missing privilege filled in', () => {
  expect(whyHref(['You need group_admin · rw for this'])).toBe(
    '/access/why?feature=group_admin&privilege=rw',
  );
  expect(whyHref(['x', 'You need group · ro on /groups/5 for this. And more'])).toBe(
    '/access/why?feature=group&privilege=ro&group=%2Fgroups%2F5',
  );
  expect(whyHref(['name: is required'])).toBeUndefined();
  expect(whyHref([])).toBeUndefined();
});
