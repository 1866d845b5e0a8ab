/** A row of the tree, not hidden by a collapsed ancestor. */
export interface TreeRow {
  id: number;
  level: number;
  position: number;
  siblings: number;
  open: boolean | undefined;
}
