/** A row of the tree, not hidden by a collapsed ancestor. */
export interface TreeRow {
  id: number;
  /** From 1 at the top. */
  level: number;
  /** Position among its visible siblings, from 1, and their number. */
  position: number;
  siblings: number;
  /** Undefined for a row without children. */
  open: boolean | undefined;
}

/** The rows of a tree, from top to bottom: so many that they're made when they're needed. */
export interface TreeRows {
  readonly length: number;
  at(index: number): TreeRow | undefined;
  /** The index of a record's row; -1 if it has none. */
  indexOf(id: number): number;
}

export const noRows: TreeRows = { length: 0, at: () => undefined, indexOf: () => -1 };
