import { expect, it } from 'vitest';
import { expansionAddress, type Expansion } from '../../data/groups/expansion.ts';
import { chosenAfter, whileCurrent } from './use-group-tree.ts';

const opened = (...ids: number[]): Expansion => ({ all: false, ids: new Set(ids) });
const start = { open: undefined, wholeExpansion: undefined, selected: 3 };
const addressOf = (expansion: Expansion) => ({ ...expansionAddress(expansion), selected: 3 });
const first = chosenAfter(undefined, start, opened(1));
const second = chosenAfter(first, start, opened(1, 2));

it('stays the same when its address arrives, so that nothing is drawn again', () => {
  expect(whileCurrent(first, start)).toBe(first);
  const arrived = whileCurrent(first, addressOf(opened(1)));
  expect(arrived).toEqual({ ...first, addresses: first.addresses.slice(1) });
  expect(arrived?.expansion).toBe(first.expansion);
});

it('stays when the address of an earlier change arrives', () => {
  expect(whileCurrent(second, addressOf(opened(1)))).toBe(second);
  expect(whileCurrent(second, addressOf(opened(1, 2)))?.addresses).toHaveLength(1);
});

it('ends when something else changes the address, such as Back', () => {
  expect(whileCurrent(second, addressOf(opened(7)))).toBeUndefined();
  const arrived = whileCurrent(second, addressOf(opened(1, 2)));
  expect(arrived && whileCurrent(arrived, addressOf(opened(1)))).toBeUndefined();
});

it('ends when another group is opened, whose ancestors the tree has to show', () => {
  expect(whileCurrent(second, { ...start, selected: 4 })).toBeUndefined();
});

it('differs from the default even if it has no open group', () => {
  expect(whileCurrent(chosenAfter(undefined, start, opened()), start)?.addresses).toHaveLength(2);
});

it("compares the whole expansion, also what's too long for the URL", () => {
  const many = Array.from({ length: 400 }, (_, index) => index + 1);
  const whole = chosenAfter(first, start, opened(...many));
  expect(whileCurrent(whole, addressOf(opened(...many.slice(1))))).toBeUndefined();
  expect(whileCurrent(whole, addressOf(opened(1)))).toBe(whole);
});
