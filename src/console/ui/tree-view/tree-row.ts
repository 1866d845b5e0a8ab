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
