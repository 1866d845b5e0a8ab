import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatNumber } from '../../lib/text.ts';

const shownAtFirst = 200;
const shownMore = 1_000;

interface LongListProps<Item> {
  items: readonly Item[];
  /** How many of the first ones are always shown. */
  atLeast?: number;
  children(shown: readonly Item[]): ReactNode;
}

/** Shows the first items of a list, and more on request. */
export function LongList<Item>({ items, atLeast = 0, children }: LongListProps<Item>) {
  const [most, setMost] = useState(shownAtFirst);
  const shown = items.slice(0, Math.max(most, atLeast));
  const left = items.length - shown.length;
  return (
    <>
      {children(shown)}
      {left > 0 && (
        <Button variant="subtle" onClick={() => setMost(shown.length + shownMore)}>
          Show {formatNumber(Math.min(left, shownMore))} of {formatNumber(left)} more
        </Button>
      )}
    </>
  );
}
