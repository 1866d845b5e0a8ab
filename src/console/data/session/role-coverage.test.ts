import { describe, expect, it } from 'vitest';
import { mayCover } from './role-coverage.ts';

describe('whether a role may cover a group', () => {
  it.each([
    ['its own group', ['/groups/2'], ['/groups/2', '/groups/1', '/groups/0'], true],
    ['a group below its own', ['/groups/1'], ['/groups/2', '/groups/1', '/groups/0'], true],
    ['any group, if it applies to the Default group', ['/groups/0'], ['/groups/2'], true],
    ['no other group', ['/groups/3'], ['/groups/2', '/groups/1', '/groups/0'], false],
    ['a group whose ancestors are not all visible', ['/groups/3'], ['/groups/2', '/groups/1'], true],
  ])('%s', (_, roleGroups, chain, expected) => {
    expect(mayCover(roleGroups, chain, false)).toBe(expected);
    expect(mayCover(roleGroups, chain, true)).toBe(expected);
  });

  it('any group, if it names none and a remote service decides', () => {
    expect(mayCover([], ['/groups/2'], true)).toBe(true);
    expect(mayCover([], ['/groups/2'], false)).toBe(false);
  });
});
