import { expansionAddress, type Expansion } from '../../data/groups/expansion.ts';

/** An expansion that isn't in the address yet: navigating takes a moment, and the next key can be faster. */
export interface PendingExpansion {
  expansion: Expansion;
  /** The address that it started from, then that of each change. They arrive in this order, or are skipped. */
  addresses: readonly string[];
}

/** The tree's address, as far as the expansion depends on it. */
interface Address {
  open: string | undefined;
  wholeExpansion: string | undefined;
  /** The group of the page; its ancestors are open by default. */
  selected: number | undefined;
}

const textOf = ({ open, wholeExpansion, selected }: Address) =>
  `${selected ?? ''} ${wholeExpansion ?? open ?? ''}`;

/** What is pending after a change, whose address is on its way. */
export function pendingAfter(
  pending: PendingExpansion | undefined,
  current: Address,
  expansion: Expansion,
): PendingExpansion {
  const before = pending?.addresses ?? [textOf(current)];
  const next = textOf({ ...current, ...expansionAddress(expansion) });
  return { expansion, addresses: [...before, next] };
}

/** Whether the address lacks the last change, and nothing else has changed it. */
export function isPending({ addresses }: PendingExpansion, current: Address): boolean {
  const text = textOf(current);
  return addresses.at(-1) !== text && addresses.includes(text);
}
