import { expect, it } from 'vitest';
import { filterGroups } from './filter.ts';
import { buildModel } from './model.ts';
import { bestHits } from './use-group-search.ts';

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
const found = (text: string, most: number) => {
  const filter = filterGroups(model, text);
  return filter && bestHits(model, filter, text, most);
};

it('finds the group of that name first, then names that begin with it, then the rest', () => {
  expect(found('emea', 10)).toEqual([4, 3, 1, 2]);
  expect(found('emea', 1)).toEqual([4]);
  expect(found('default/EMEA', 1)).toEqual([4]);
});
