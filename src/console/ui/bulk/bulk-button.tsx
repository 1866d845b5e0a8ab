import { Button } from '@mantine/core';
import { count } from '../../lib/text.ts';

interface BulkButtonProps {
  /** "Delete". */
  verb: string;
  /** The singular noun: "user". */
  noun: string;
  items: readonly unknown[];
  onClick(): void;
}

/** Starts an action on the selected rows of a table that can't be undone. */
export function BulkButton({ verb, noun, items, onClick }: BulkButtonProps) {
  return (
    <Button c="var(--danger)" onClick={onClick}>
      {verb} {count(items.length, noun)}
    </Button>
  );
}
