import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';

/** The columns that the list can be sorted by. */
export const sortKeys = ['name', 'issuer', 'client_id', 'updated_at'] as const;
export type SortKey = (typeof sortKeys)[number];

/** A sort order, in the URL as `name`, or `-updated_at` for descending. */
export interface Sort {
  key: SortKey;
  descending: boolean;
}

/** Parses a sort order; by name if there is none. */
export function parseSort(text: string | undefined): Sort {
  const descending = text?.startsWith('-') ?? false;
  const key = sortKeys.find((candidate) => candidate === text?.replace(/^-/, ''));
  return key ? { key, descending } : { key: 'name', descending: false };
}

/** The providers whose visible fields contain every word of `text`, sorted. */
export function filterAndSort(ops: readonly OidcOp[], text: string, { key, descending }: Sort): OidcOp[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = ops.filter((op) => {
    const all = [op.name, op.issuer, op.client_id, op.scope, op.username_path, op.resource]
      .join('\n')
      .toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const order = descending ? -1 : 1;
  return found.sort((a, b) => order * collator.compare(a[key], b[key]) || a.id - b.id);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
