import { expect, it } from 'vitest';
import { bestMatches } from './filter.ts';
import { buildModel } from './model.ts';

const record = (id: number, name: string, description = '') => ({
  name,
  description,
  group_resource: `/groups/${id}`,
  parent_resource: id === 0 ? '' : '/groups/0',
});
const model = buildModel([
  record(0, 'Default'),
  record(1, 'Acme', 'In EMEA'),
  record(2, 'Team EMEA'),
  record(3, 'EMEA North'),
  record(4, 'EMEA'),
]);
const found = (text: string, most: number) => bestMatches(model, text, most).map(({ id }) => id);

it('finds the group of that name first, then names that begin with it, then the rest', () => {
  expect(found('emea', 10)).toEqual([4, 3, 1, 2]);
  expect(found('emea', 1)).toEqual([4]);
  expect(found('default/EMEA', 1)).toEqual([4]);
  expect(found(' ', 2)).toEqual([0, 1]);
});
