import { count } from '../../lib/text.ts';
import { BulkDialog, type BulkDialogProps } from './bulk-dialog.tsx';
import type { Selected } from '../../ui/data-table/selection.ts';
import { useLocks } from '../jobs/job-store.ts';
import { notify } from '../notifications/notify.ts';
import { unlessGone, type Written } from '../write.ts';

interface BulkDeleteProps<Item>
  extends
    Selected<Item>,
    Pick<
      BulkDialogProps<Item>,
      'noun' | 'nameOf' | 'changeOf' | 'me' | 'exclusionOf' | 'own' | 'onClose' | 'children'
    > {
  pathOf(item: Item): string;
  remove(item: Item): Promise<Written<unknown>>;
  /** Reads a record, to find out whether it still exists. */
  read(item: Item): Promise<unknown>;
  /** Called in the end with those that were deleted. */
  onDeleted(items: readonly Item[]): void;
}

/** Deletes the selected records of a list. Those that remain stay selected. */
export function BulkDelete<Item>(props: BulkDeleteProps<Item>) {
  const { noun, pathOf, exclusionOf, remove, read } = props;
  const locks = useLocks();
  const lockOf = (item: Item) =>
    locks.has(pathOf(item)) ? `A running job is changing this ${noun}` : undefined;
  return (
    <BulkDialog
      {...props}
      verb="Delete"
      participle="deleted"
      keyOf={pathOf}
      exclusionOf={(item) => exclusionOf?.(item) ?? lockOf(item)}
      run={async (item) =>
        // If someone else has already deleted it, that's as good.
        (await unlessGone(remove(item), () => read(item))) ?? { done: true, record: undefined }
      }
      onEnd={(deleted, left) => {
        props.select(left);
        if (deleted.length > 0) notify.success(`${count(deleted.length, noun)} deleted`);
        props.onDeleted(deleted);
      }}
    />
  );
}
