import { describe, expect, it } from 'vitest';
import { belowOf, directIn, isLeaf } from './subgroup-count.ts';
import { buildModel } from './model.ts';

const model = buildModel(
  [
    [0, ''],
    [1, '/groups/0'],
    [2, '/groups/1'],
    [3, '/groups/1'],
    [4, '/groups/0'],
  ].map(([id, parent]) => ({
    name: `G${id}`,
    group_resource: `/groups/${id}`,
    parent_resource: String(parent),
  })),
);
const leaf = 4;

describe('what is below a group', () => {
  it('is not known before the service has said so, whatever is loaded', () => {
    for (const tree of ['whole', 'loading', 'part'] as const) {
      expect(belowOf(model, leaf, undefined, tree)).toBeUndefined();
      expect(belowOf(model, 1, undefined, tree)).toBeUndefined();
    }
  });

  it('is nothing where the service says so and nothing is loaded', () => {
    for (const tree of ['whole', 'loading', 'part'] as const)
      expect(isLeaf(belowOf(model, leaf, 0, tree))).toBe(true);
    expect(isLeaf(belowOf(model, 1, 0, 'whole'))).toBe(false);
  });

  it('is what the service says at least, and exact once all groups are there', () => {
    expect(belowOf(model, leaf, 26, 'loading')).toMatchObject({ count: 26, exact: false });
    expect(belowOf(model, 1, 2, 'loading')).toMatchObject({ count: 2, exact: false });
    expect(belowOf(model, 1, 2, 'whole')).toEqual({ ids: [2, 3], count: 2, exact: true });
    // More than the tree has: it's out of date.
    expect(belowOf(model, 1, 5, 'whole')).toMatchObject({ count: 5, exact: false });
    // Fewer: the service counts its page.
    expect(belowOf(model, 1, 1, 'whole')).toMatchObject({ count: 2, exact: true });
  });

  it('waits for the whole list of a service that does not say', () => {
    expect(belowOf(model, leaf, null, 'loading')).toBeUndefined();
    expect(belowOf(model, 1, null, 'loading')).toMatchObject({ count: 2, exact: false });
    expect(isLeaf(belowOf(model, leaf, null, 'whole'))).toBe(true);
    const part = belowOf(model, leaf, null, 'part');
    expect(part).toMatchObject({ count: 0, exact: false });
    expect(isLeaf(part)).toBe(false);
  });
});

describe('the count of subgroups in a response', () => {
  it('is taken from rows and from what is there, whichever is more', () => {
    expect(directIn({ rows: 26, data: [{ parent_resource: '/groups/7' }] }, 7)).toBe(26);
    expect(directIn({ rows: 0, data: [{}, {}] }, 7)).toBe(2);
    expect(directIn({ rows: 0, data: [] }, 7)).toBe(0);
  });

  it.each([
    ['nothing', undefined],
    ['no list', { rows: 0 }],
    ['no count', { data: [] }],
    ['other groups', { rows: 1, data: [{ parent_resource: '/groups/0' }] }],
  ])('is not told by %s', (_, body) => {
    expect(directIn(body, 7)).toBeNull();
  });
});
