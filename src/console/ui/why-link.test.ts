import { expect, it } from 'vitest';
import { whyHref } from './why-link.tsx';

it('leads from a refusal to its explanation, with what is missing filled in', () => {
  expect(whyHref(['requires privilege rw on feature group_admin'])).toBe(
    '/access/why?feature=group_admin&privilege=rw',
  );
  expect(whyHref(['x', 'requires privilege ro on feature group for /groups/5. And more'])).toBe(
    '/access/why?feature=group&privilege=ro&group=%2Fgroups%2F5',
  );
  expect(whyHref(['name: is required'])).toBeUndefined();
  expect(whyHref([])).toBeUndefined();
});
