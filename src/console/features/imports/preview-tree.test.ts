import { describe, expect, it } from 'vitest';
import { buildModel, type GroupModel } from '../../data/groups/model.ts';
import { parseImport } from './parse-import.ts';
import { importedGroups, knownGroups } from './place-rows.ts';
import { deletableOf, previewTree } from './preview-tree.ts';

const group = (id: number, name: string, parent: number | undefined) => ({
  name,
  group_resource: `/groups/${id}`,
  parent_resource: parent === undefined ? '' : `/groups/${parent}`,
});
const existing = [
  group(0, 'Default', undefined),
  group(1, 'EMEA', 0),
  group(2, 'Acme', 1),
  group(3, 'Americas', 0),
];
const whole = buildModel(existing);

/** A tree as indented names. */
function linesOf(model: GroupModel, id?: number, indent = ''): string[] {
  return model
    .children(id)
    .flatMap((child) => [`${indent}${model.get(child)?.name}`, ...linesOf(model, child, `${indent}  `)]);
}

const preview = (text: string, model = whole, own = 0) => {
  const known = knownGroups(model, own);
  return previewTree(parseImport(`name,parent\n${text}`, undefined, known).rows, known);
};

describe('the preview', () => {
  it('shows new groups below those that exist, without the others', () => {
    const { model, missing, problems } = preview(
      'Berlin,EMEA > Acme\nHamburg,/groups/2\nNorth,EMEA > Acme > Berlin',
    );
    expect(linesOf(model)).toEqual([
      'Default',
      '  EMEA',
      '    Acme',
      '      Berlin',
      '        North',
      '      Hamburg',
    ]);
    expect(missing.size + problems.hitCount).toBe(0);
  });

  it('shows lines with problems where they would be', () => {
    const { model, rows, missing, problems } = preview('Acme,EMEA\nX,Nowhere\n,EMEA');
    expect(linesOf(model)).toEqual(['Default', '  EMEA', '    ', '    Acme', '  Nowhere', '    X']);
    expect([...missing].map((id) => model.get(id)?.name)).toEqual(['Nowhere']);
    expect([...problems.hits].map((id) => rows.get(id)?.line)).toEqual([2, 3, 4]);
  });

  it("begins at the user's own group if no more is visible", () => {
    const own = buildModel([group(1, 'EMEA', 0), group(2, 'Acme', 1)]);
    expect(linesOf(preview('Berlin,\nNorth,/groups/2', own, 1).model)).toEqual([
      'EMEA',
      '  Acme',
      '    North',
      '  Berlin',
    ]);
  });
});

describe('imported groups', () => {
  const { rows } = parseImport('name,parent\nTop,\nOne,Top\nTwo,Top\nThree,Top > Two');
  const created = [group(10, 'Top', 0), group(11, 'One', 10), group(12, 'Two', 10), group(13, 'Three', 12)];
  const found = (...more: ReturnType<typeof group>[]) => {
    const model = buildModel([...existing, ...created, ...more]);
    const known = knownGroups(model, 0);
    const groups = known ? importedGroups(rows, known) : [];
    const { mixed, groups: deletable } = deletableOf(model, groups);
    const namesOf = (ids: Iterable<number>) => [...ids].map((id) => model.get(id)?.name);
    return { mixed: namesOf(mixed), deletable: namesOf(deletable.map(({ id }) => id)) };
  };

  it('are deleted with the topmost of them', () => {
    expect(found()).toEqual({ mixed: [], deletable: ['Top'] });
  });

  it('stay if they contain others by now', () => {
    expect(found(group(14, 'Added since', 12))).toEqual({
      mixed: ['Two', 'Top'],
      deletable: ['Top', 'One', 'Two', 'Three'],
    });
  });

  it('are none that others have created or changed since', () => {
    expect(found(Object.assign(group(11, 'One', 10), { description: 'Theirs' }))).toEqual({
      mixed: ['Top'],
      deletable: ['Top', 'Two'],
    });
  });

  it("aren't looked for where their parents can't be followed", () => {
    const model = buildModel([group(1, 'EMEA', 0), group(10, 'Top', 1), group(11, 'One', 10)]);
    const known = knownGroups(model, 1);
    expect(
      known && importedGroups(parseImport('name,parent\nTop,\nOne,EMEA > Top', undefined, known).rows, known),
    ).toEqual([expect.objectContaining({ id: 10 })]);
  });
});
