import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { sortItems, type Sort } from '../../../ui/data-table/sorting.ts';

/** The providers whose visible fields contain every word of `text`, sorted; by name if it makes no difference. */
export function filterAndSort(
  ops: readonly OidcOp[],
  text: string,
  columns: readonly Column<OidcOp>[],
  sort: Sort | undefined,
): readonly OidcOp[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = ops.filter((op) => {
    const all = [op.name, op.issuer, op.client_id, op.scope, op.username_path, op.resource]
      .join('\n')
      .toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return sortItems(sortItems(found, columns, 'name'), columns, sort);
}
