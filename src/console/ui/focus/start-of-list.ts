const starts = ':is([role=row], [role=treeitem])[tabindex="0"], [role=listbox], [data-list] a';

/** Where the keyboard enters a list: the row that's its tab stop. @param beside looks for the list that's nearest to this element */
export function startOfList(beside: Element | null): HTMLElement | undefined {
  if (!beside) return undefined;
  const shown = [...beside.querySelectorAll<HTMLElement>(starts)].find((start) => start.checkVisibility());
  return shown ?? (beside.id === 'main' ? undefined : startOfList(beside.parentElement));
}
