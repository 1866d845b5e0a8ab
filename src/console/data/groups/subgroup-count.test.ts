import { describe, expect, it } from 'vitest';
import { groupRecord } from '../../../testing/setups/console-records.ts';
import { countSubgroups, isLeaf } from './subgroup-count.ts';
import { buildModel } from './model.ts';

const parents = ['', 0, 1, 1, 0] as const;
const model = buildModel(parents.map((parent, id) => groupRecord(id, parent)));
const leaf = 4;

describe('counting subgroups', () => {
  it('is undefined until the service has responded', () => {
    for (const tree of ['complete', 'loading', 'partial'] as const) {
      expect(countSubgroups(model, leaf, undefined, tree)).toBeUndefined();
      expect(countSubgroups(model, 1, undefined, tree)).toBeUndefined();
    }
  });

  it('is 0 if the service says so and no subgroup is loaded', () => {
    for (const tree of ['complete', 'loading', 'partial'] as const)
      expect(isLeaf(countSubgroups(model, leaf, 0, tree))).toBe(true);
    expect(isLeaf(countSubgroups(model, 1, 0, 'complete'))).toBe(false);
  });

  it('is a minimum until all groups are loaded', () => {
    expect(countSubgroups(model, leaf, 26, 'loading')).toMatchObject({ count: 26, exact: false });
    expect(countSubgroups(model, 1, 2, 'loading')).toMatchObject({ count: 2, exact: false });
    expect(countSubgroups(model, 1, 2, 'complete')).toEqual({ ids: [2, 3], count: 2, exact: true });
    // More than the tree has: it's out of date.
    expect(countSubgroups(model, 1, 5, 'complete')).toMatchObject({ count: 5, exact: false });
    // Fewer: the service counts its page.
    expect(countSubgroups(model, 1, 1, 'complete')).toMatchObject({ count: 2, exact: true });
  });

  it("needs the complete tree if the service doesn't report a count", () => {
    expect(countSubgroups(model, leaf, null, 'loading')).toBeUndefined();
    expect(countSubgroups(model, 1, null, 'loading')).toMatchObject({ count: 2, exact: false });
    expect(isLeaf(countSubgroups(model, leaf, null, 'complete'))).toBe(true);
    const partial = countSubgroups(model, leaf, null, 'partial');
    expect(partial).toMatchObject({ count: 0, exact: false });
    expect(isLeaf(partial)).toBe(false);
  });
});
