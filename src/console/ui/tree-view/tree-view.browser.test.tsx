import { Menu } from '@mantine/core';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent, type Locator } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import type { TreeRow } from './keyboard.ts';
import { TreeView } from './tree-view.tsx';

/** By ID. */
const groups = ['Default', 'Americas', 'EMEA', 'Archive', 'Boston', 'Berlin', 'Bern'];
const children: Record<number, number[]> = { 0: [1, 2, 3], 1: [4], 2: [5, 6] };

function rowsOf(
  ids: readonly number[],
  below: typeof children,
  open: ReadonlySet<number>,
  level = 1,
): TreeRow[] {
  return ids.flatMap((id, index) => {
    const row = { id, level, position: index + 1, siblings: ids.length };
    const own = below[id];
    if (!own) return [{ ...row, open: undefined }];
    return [{ ...row, open: open.has(id) }, ...(open.has(id) ? rowsOf(own, below, open, level + 1) : [])];
  });
}

interface ExampleProps {
  names?: readonly string[];
  below?: typeof children;
  complete?: boolean;
  onSelect?(id: number): void;
}

function Example({ names = groups, below = children, complete = true, onSelect }: ExampleProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set([0]));
  const [selected, setSelected] = useState(0);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const nameOf = (id: number) => names[id] ?? '';
  const changed = (old: ReadonlySet<number>, ids: readonly number[], add: boolean) =>
    new Set(add ? [...old, ...ids] : [...old].filter((id) => !ids.includes(id)));
  return (
    <div style={{ height: 320, display: 'flex' }}>
      <TreeView
        label="Groups"
        rows={rowsOf([0], below, open)}
        complete={complete}
        selected={selected}
        textOf={nameOf}
        renderRow={({ id }) => <span>{nameOf(id)}</span>}
        marked={marked}
        onMark={(ids, mark) => setMarked((old) => changed(old, ids, mark))}
        onRowKey={() => false}
        renderMenu={(id) => <Menu.Item>Edit {nameOf(id)}</Menu.Item>}
        onSelect={(id) => {
          setSelected(id);
          onSelect?.(id);
        }}
        onOpenChange={(ids, value) => setOpen((old) => changed(old, ids, value))}
      />
    </div>
  );
}

/** Presses keys in turn, each followed by the row that has the focus then. */
async function expectMoves(item: (name: string) => Locator, moves: readonly [key: string, row: string][]) {
  for (const [key, row] of moves) {
    await userEvent.keyboard(key);
    await expect.element(item(row)).toHaveFocus();
  }
}

async function renderTree(props: ExampleProps = {}) {
  const screen = await renderInConsole(<Example {...props} />);
  const item = (name: string) => screen.getByRole('treeitem', { name, exact: true });
  return { screen, item };
}

describe('TreeView', () => {
  it('states levels, positions, set sizes and expansion', async () => {
    const { item } = await renderTree();
    const { ariaLevel, ariaPosInSet, ariaSetSize, ariaExpanded } = item('EMEA').element();
    expect([ariaLevel, ariaPosInSet, ariaSetSize, ariaExpanded]).toEqual(['2', '2', '3', 'false']);
    expect(item('Archive').element().ariaExpanded).toBeNull();
    expect(item('Default').element().ariaSelected).toBe('true');
  });

  it('leaves the set size open while rows are missing', async () => {
    const { item } = await renderTree({ complete: false });
    expect(item('EMEA').element().ariaSetSize).toBe('-1');
  });

  it('moves, opens and closes by arrow keys, Home and End', async () => {
    const { item } = await renderTree();
    await item('Default').click();
    await expectMoves(item, [
      ['{ArrowDown}', 'Americas'],
      ['{ArrowDown}', 'EMEA'],
      ['{ArrowRight}', 'EMEA'],
      ['{ArrowRight}', 'Berlin'],
      ['{ArrowDown}', 'Bern'],
      ['{ArrowLeft}', 'EMEA'],
      ['{ArrowLeft}', 'EMEA'],
      ['{ArrowUp}', 'Americas'],
      ['{End}', 'Archive'],
      ['{ArrowDown}', 'Archive'],
      ['{Home}', 'Default'],
      ['{ArrowUp}', 'Default'],
    ]);
    expect(item('Berlin').query()).toBeNull();
  });

  it('opens all siblings on *', async () => {
    const { item } = await renderTree();
    await item('EMEA').click();
    await userEvent.keyboard('*');
    await expect.element(item('Boston')).toBeInTheDocument();
    await expect.element(item('Berlin')).toBeInTheDocument();
    await expect.element(item('EMEA')).toHaveFocus();
  });

  it('jumps to a name as it is typed', async () => {
    const { item } = await renderTree();
    await item('Default').click();
    await userEvent.keyboard('ar');
    await expect.element(item('Archive')).toHaveFocus();
  });

  it('selects by Enter, Space and click, not by moving', async () => {
    const onSelect = vi.fn<(id: number) => void>();
    const { item } = await renderTree({ onSelect });
    await item('Default').click();
    await userEvent.keyboard('{ArrowDown}');
    expect(onSelect.mock.calls).toEqual([[0]]);
    await userEvent.keyboard('{Enter}{ArrowDown} ');
    expect(onSelect.mock.calls).toEqual([[0], [1], [2]]);
    await expect.element(item('EMEA')).toHaveAttribute('aria-selected', 'true');
  });

  it('toggles by its arrow without selecting', async () => {
    const onSelect = vi.fn<(id: number) => void>();
    const { item } = await renderTree({ onSelect });
    const arrow = item('EMEA').element().querySelector<HTMLElement>('[aria-hidden]');
    if (arrow) await userEvent.click(arrow);
    await expect.element(item('Bern')).toBeInTheDocument();
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('has one tab stop, the last focused row', async () => {
    const { screen, item } = await renderTree();
    await item('EMEA').click();
    const tabbable = () =>
      screen
        .getByRole('treeitem')
        .elements()
        .filter((row) => (row as HTMLElement).tabIndex === 0);
    expect(tabbable()).toEqual([item('EMEA').element()]);
  });

  it('renders only rows near the view, and keeps the focused one', async () => {
    const names = Array.from({ length: 10_001 }, (_, id) => `Site ${id}`);
    const { screen, item } = await renderTree({ names, below: { 0: [...names.keys()].slice(1) } });
    await item('Site 1').click();
    const tree = screen.getByRole('tree').element();
    tree.parentElement?.scrollTo({ top: 200_000 });
    await expect.element(item('Site 6250')).toBeInTheDocument();
    expect(screen.getByRole('treeitem').elements().length).toBeLessThan(50);
    await expect.element(item('Site 1')).toHaveFocus();
    await expectMoves(item, [['{End}', 'Site 10000']]);
  });

  it('marks rows with Ctrl and Shift, and opens a menu by the right button or the menu key', async () => {
    const onSelect = vi.fn<(id: number) => void>();
    const { screen, item } = await renderTree({ onSelect });
    const marked = () =>
      screen
        .getByRole('treeitem', { selected: true })
        .elements()
        .map((row) => row.textContent);
    await item('Americas').click({ modifiers: ['Control'] });
    expect(marked()).toEqual(['Americas']);
    await item('Archive').click({ modifiers: ['Shift'] });
    expect(marked()).toEqual(['Americas', 'EMEA', 'Archive']);
    await userEvent.keyboard('{Control>} {/Control}');
    expect(marked()).toEqual(['Americas', 'EMEA']);
    // From where the keys have moved to, not from the last click.
    await userEvent.keyboard('{Home}{ArrowDown}{Control>} {/Control}{ArrowDown}{Control>} {/Control}');
    expect(marked()).toEqual(['Default']);
    await item('Archive').click({ modifiers: ['Shift'] });
    expect(marked()).toEqual(['EMEA', 'Archive']);
    const check = () => item('EMEA').element().querySelector('[data-check]') as HTMLElement;
    await userEvent.click(check());
    expect(marked()).toEqual(['Archive']);
    // The row that's shown doesn't look selected.
    expect(item('Default').element()).toHaveAttribute('aria-current', 'true');
    const look = (name: string) => {
      const { backgroundColor, fontWeight } = getComputedStyle(item(name).element());
      return { tinted: backgroundColor !== 'rgba(0, 0, 0, 0)', fontWeight };
    };
    expect(look('Default')).toEqual({ tinted: false, fontWeight: '600' });
    expect(look('Archive')).toEqual({ tinted: true, fontWeight: '400' });
    expect(onSelect).not.toHaveBeenCalled();
    await item('Americas').click({ button: 'right' });
    await expect.element(screen.getByRole('menuitem', { name: 'Edit Americas' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(item('Americas')).toHaveFocus();
  });
});
