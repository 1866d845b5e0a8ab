import { Menu } from '@mantine/core';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent, type Locator } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import type { TreeRow } from './keyboard.ts';
import { TreeView } from './tree-view.tsx';

interface Node {
  id: number;
  name: string;
  children?: Node[];
}

const groups: Node[] = [
  {
    id: 0,
    name: 'Default',
    children: [
      { id: 1, name: 'Americas', children: [{ id: 4, name: 'Boston' }] },
      {
        id: 2,
        name: 'EMEA',
        children: [
          { id: 5, name: 'Berlin' },
          { id: 6, name: 'Bern' },
        ],
      },
      { id: 3, name: 'Archive' },
    ],
  },
];

function rowsOf(nodes: readonly Node[], open: ReadonlySet<number>, level = 1): TreeRow[] {
  return nodes.flatMap(({ id, children }, index) => {
    const row = { id, level, position: index + 1, siblings: nodes.length };
    if (!children) return [{ ...row, open: undefined }];
    return [{ ...row, open: open.has(id) }, ...(open.has(id) ? rowsOf(children, open, level + 1) : [])];
  });
}

function nameIn(nodes: readonly Node[], id: number): string {
  for (const node of nodes) {
    const name = node.id === id ? node.name : nameIn(node.children ?? [], id);
    if (name !== '') return name;
  }
  return '';
}

interface ExampleProps {
  nodes?: Node[];
  complete?: boolean;
  onSelect?(id: number): void;
}

function Example({ nodes = groups, complete = true, onSelect }: ExampleProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set([0]));
  const [selected, setSelected] = useState(0);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const nameOf = (id: number) => nameIn(nodes, id);
  return (
    <div style={{ height: 320, display: 'flex' }}>
      <TreeView
        label="Groups"
        rows={rowsOf(nodes, open)}
        complete={complete}
        selected={selected}
        textOf={nameOf}
        renderRow={({ id }) => <span>{nameOf(id)}</span>}
        marked={marked}
        onMark={(ids, mark) =>
          setMarked((old) => new Set(mark ? [...old, ...ids] : [...old].filter((id) => !ids.includes(id))))
        }
        onRowKey={() => false}
        renderMenu={(id) => <Menu.Item>Edit {nameOf(id)}</Menu.Item>}
        onSelect={(id) => {
          setSelected(id);
          onSelect?.(id);
        }}
        onOpenChange={(ids, value) =>
          setOpen(
            (before) => new Set(value ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))),
          )
        }
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
    const emea = item('EMEA').element();
    expect([emea.ariaLevel, emea.ariaPosInSet, emea.ariaSetSize, emea.ariaExpanded]).toEqual([
      '2',
      '2',
      '3',
      'false',
    ]);
    expect(item('Archive').element().ariaExpanded).toBeNull();
    expect(item('Default').element().ariaSelected).toBe('true');
  });

  it('leaves the set size open while rows are missing', async () => {
    const { item } = await renderTree({ complete: false });
    expect(item('EMEA').element().ariaSetSize).toBe('-1');
  });

  it('moves, opens and closes by arrow keys, Home and End', async () => {
    const { screen, item } = await renderTree();
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
    expect(screen.getByRole('treeitem', { name: 'Berlin' }).query()).toBeNull();
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
    const children = Array.from({ length: 10_000 }, (_, index) => ({
      id: index + 1,
      name: `Site ${index + 1}`,
    }));
    const { screen, item } = await renderTree({ nodes: [{ id: 0, name: 'Default', children }] });
    await item('Site 1').click();
    const tree = screen.getByRole('tree').element();
    tree.parentElement?.scrollTo({ top: 200_000 });
    await expect
      .element(screen.getByRole('treeitem', { name: 'Site 6250', exact: true }))
      .toBeInTheDocument();
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
