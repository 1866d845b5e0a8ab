import { searchText } from '../../lib/matches.ts';
import { rowAfter } from '../rows/row-keyboard.ts';

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

/** The effect of a key press in a tree. */
export interface Move {
  /** The index of the row to focus. */
  to?: number;
  open?: { ids: number[]; value: boolean };
  select?: true;
}

/** The letters typed so far for type-ahead, and when. */
export interface Typed {
  text: string;
  at: number;
}

const typingPause = 700;

/**
 * Handles a key press (WAI-ARIA Authoring Practices, tree view: keyboard interaction).
 * @param typed the type-ahead state; updated in place
 * @returns undefined for a key that a tree doesn't use
 */
export function moveBy(
  key: string,
  rows: readonly TreeRow[],
  index: number,
  pageRows: number,
  typed: Typed,
  textOf: (id: number) => string,
): Move | undefined {
  // A space within a typed name is part of it.
  const isLetter = key.length === 1 && key !== '*' && (key !== ' ' || isTyping(typed));
  if (isLetter) return typeAhead(key, rows, index, typed, textOf);
  const move = walkBy(key, rows, index, pageRows);
  // Restarts type-ahead.
  if (move) typed.at = 0;
  return move;
}

function walkBy(key: string, rows: readonly TreeRow[], index: number, pageRows: number): Move | undefined {
  const row = rows.at(index);
  if (!row) return undefined;
  const to = rowAfter(key, index, pageRows, rows.length);
  if (to !== undefined) return { to };
  switch (key) {
    case 'Enter':
    case ' ':
      return { select: true };
    case 'ArrowRight':
      if (row.open === false) return { open: { ids: [row.id], value: true } };
      return row.open ? { to: index + 1 } : {};
    case 'ArrowLeft':
      if (row.open) return { open: { ids: [row.id], value: false } };
      return { to: parentIndex(rows, index) };
    case '*':
      return { open: { ids: siblingParents(rows, index), value: true } };
    default:
      return undefined;
  }
}

function parentIndex(rows: readonly TreeRow[], index: number): number {
  const level = rows.at(index)?.level ?? 1;
  for (let above = index - 1; above >= 0; above -= 1) if ((rows.at(above)?.level ?? 0) < level) return above;
  return index;
}

/** The collapsed siblings of a row, including itself. */
function siblingParents(rows: readonly TreeRow[], index: number): number[] {
  const level = rows.at(index)?.level ?? 1;
  const ids: number[] = [];
  const collect = (start: number, step: number) => {
    for (let at = start; at >= 0 && at < rows.length; at += step) {
      const row = rows.at(at);
      if (!row || row.level < level) return;
      if (row.level === level && row.open === false) ids.push(row.id);
    }
  };
  collect(index, -1);
  collect(index + 1, 1);
  return ids;
}

/** Whether the next letter continues the typed text. */
const isTyping = (typed: Typed) => performance.now() - typed.at <= typingPause;

function typeAhead(
  key: string,
  rows: readonly TreeRow[],
  index: number,
  typed: Typed,
  textOf: (id: number) => string,
): Move {
  typed.text = isTyping(typed) ? typed.text + key : key;
  typed.at = performance.now();
  const prefix = searchText(typed.text);
  // The first letter moves to the next match; further letters may stay on this row.
  const from = typed.text.length === 1 ? index + 1 : index;
  for (let step = 0; step < rows.length; step += 1) {
    const at = (from + step) % rows.length;
    const row = rows.at(at);
    if (row && searchText(textOf(row.id)).startsWith(prefix)) return { to: at };
  }
  return {};
}
