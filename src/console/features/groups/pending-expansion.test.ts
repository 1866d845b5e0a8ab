import { expect, it } from 'vitest';
import { expansionAddress, type Expansion } from '../../data/groups/expansion.ts';
import { isPending, pendingAfter } from './use-group-tree.ts';

const opened = (...ids: number[]): Expansion => ({ all: false, ids: new Set(ids) });
const start = { open: undefined, wholeExpansion: undefined, selected: 3 };
const addressOf = (expansion: Expansion) => ({ ...expansionAddress(expansion), selected: 3 });
const first = pendingAfter(undefined, start, opened(1));
const second = pendingAfter(first, start, opened(1, 2));

it('is pending until its address has arrived', () => {
  expect(isPending(first, start)).toBe(true);
  expect(isPending(first, addressOf(opened(1)))).toBe(false);
});

it('stays pending when the address of an earlier change arrives', () => {
  expect(isPending(second, addressOf(opened(1)))).toBe(true);
  expect(isPending(second, addressOf(opened(1, 2)))).toBe(false);
});

it('ends when something else changes the address, such as Back', () => {
  expect(isPending(second, addressOf(opened(7)))).toBe(false);
});

it('ends when another group is opened, whose ancestors the tree has to show', () => {
  expect(isPending(second, { ...start, selected: 4 })).toBe(false);
});

it("compares the whole expansion, also what's too long for the URL", () => {
  const many = Array.from({ length: 400 }, (_, index) => index + 1);
  const whole = pendingAfter(first, start, opened(...many));
  expect(isPending(whole, addressOf(opened(...many.slice(1))))).toBe(false);
  expect(isPending(whole, addressOf(opened(1)))).toBe(true);
});
