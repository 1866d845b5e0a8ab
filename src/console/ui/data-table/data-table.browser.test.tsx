import { Button, Menu } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { fruitTable } from '../../../testing/setups/fruit-table.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';
import { arrangeItems, type Filter, type ListState } from './list-state.ts';

interface Fruit {
  name: string;
  color: string;
}

const fruits = [
  { name: 'Pear', color: 'green' },
  { name: '=1+1', color: 'red' },
  { name: 'Apple', color: 'red' },
];
const columns: Column<Fruit>[] = [
  { id: 'name', header: 'Name', width: '1fr', sort: true, text: ({ name }) => name },
  { id: 'color', header: 'Color', width: 'minmax(500px, 1fr)', text: ({ color }) => color },
];
const filters: Filter<Fruit>[] = [
  {
    id: 'color',
    label: 'Color',
    options: [
      { value: 'red', label: 'Red' },
      { value: 'green', label: 'Green' },
    ],
    valuesOf: ({ color }) => [color],
  },
];
const keyOf = ({ name }: Fruit) => name;
const many = Array.from({ length: 100 }, (_, index) => ({ name: `Fruit ${index}`, color: 'red' }));

/** The last state reported, as a page would write it to its address. */
let address: ListState = {};

interface FruitsProps {
  all?: Fruit[];
  offered?: Filter<Fruit>[];
  /** With some, there's a search. */
  buttons?: ReactNode;
  initial?: ListState;
}

function Fruits(props: FruitsProps) {
  const { all = fruits, offered = filters, buttons = 'Buy', initial = {} } = props;
  const [state, setState] = useState(initial);
  const rows = useMemo(() => arrangeItems(all, columns, offered, state), [all, offered, state]);
  return (
    <DataTable
      id="fruits"
      label="Fruits"
      noun="fruit"
      rows={rows}
      total={all.length}
      columns={columns}
      keyOf={keyOf}
      filters={offered}
      {...(buttons !== null && { searches: [{ id: 'q', label: 'Search fruits' }] })}
      actions={buttons}
      state={state}
      onState={(change) => {
        address = change(state);
        setState(address);
      }}
      renderMenu={({ name }) => <Menu.Item>Eat {name}</Menu.Item>}
      renderBulkActions={({ items, select }) => (
        <Button onClick={() => select(items.slice(1))}>Eat {items.length}</Button>
      )}
    />
  );
}

const renderFruits = () => renderInConsole(<Fruits />);

describe('DataTable', () => {
  it('focuses the first item of a menu, which has nothing but items and groups of them', async () => {
    const screen = await renderFruits();
    await screen.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect.element(screen.getByRole('menuitemcheckbox').first()).toHaveFocus();
    // Anything else that can be focused isn't allowed in a menu (WAI-ARIA).
    const others = screen.getByRole('menu').element().querySelectorAll('[tabindex]:not([role^=menuitem])');
    expect([...others].map((element) => element.outerHTML)).toEqual([]);
  });

  it('keeps the open menu of a row visible that is scrolled out of view', async () => {
    const screen = await renderInConsole(
      <div style={{ display: 'grid', height: 300 }}>
        <Fruits all={many} />
      </div>,
    );
    await screen.getByRole('button', { name: 'Actions for Fruit 0' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Eat Fruit 0' })).toHaveFocus();
    screen.getByRole('grid').element().parentElement?.scrollTo({ top: 2000 });
    await expect.element(screen.getByText('Fruit 50')).toBeVisible();
    await expect.element(screen.getByRole('menuitem', { name: 'Eat Fruit 0' })).toBeVisible();
  });

  it('renders only rows near those in view, and the focused one', async () => {
    const screen = await renderInConsole(
      <div style={{ height: 400, display: 'flex' }}>
        <Fruits all={many} />
      </div>,
    );
    const button = screen.getByRole('button', { name: 'Actions for Fruit 0', exact: true });
    await expect.element(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '101');
    expect(screen.getByRole('row').elements().length).toBeLessThan(40);
    const scroller = screen.getByRole('grid').element().parentElement;
    button.element().focus();
    for (const [top, visible] of [
      [4_000, 'Fruit 99'],
      [0, 'Fruit 0'],
    ] as const) {
      scroller?.scrollTo({ top });
      await expect.element(screen.getByText(visible, { exact: true })).toBeInViewport();
      await expect.element(button).toHaveFocus();
    }
  });

  it('reads a row once, without the labels of its checkbox and menu', async () => {
    const screen = await renderFruits();
    const row = screen.getByRole('row').nth(1);
    await expect.element(row).toHaveAccessibleName('Pear green');
  });

  it('selects all cards once one is selected, and sorts cards in the View menu', async () => {
    await page.viewport(390, 844);
    const screen = await renderFruits();
    await screen.getByRole('checkbox', { name: 'Select Apple' }).click();
    await screen.getByRole('button', { name: 'Select all 3 fruits' }).click();
    await expect.element(screen.getByText('3 fruits selected')).toBeVisible();
    await screen.getByRole('button', { name: 'Clear selection' }).click();
    await expect.element(screen.getByRole('button', { name: 'Name' })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'View', exact: true }).click();
    await screen.getByRole('menuitemradio', { name: 'Name' }).click();
    expect(address).toEqual({ sort: 'name' });
  });

  it('hides the toolbar of an empty list', async () => {
    const screen = await renderInConsole(<Fruits all={[]} buttons={null} />);
    await expect.element(screen.getByText('No fruits yet')).toBeVisible();
    const text = screen.getByText('No fruits yet').element().parentElement;
    expect(text?.getBoundingClientRect().top).toBe(text?.parentElement?.getBoundingClientRect().top);
  });

  it('says once that nothing matches, and keeps the search', async () => {
    const screen = await renderFruits();
    await userEvent.fill(screen.getByLabelText('Search fruits'), 'melon');
    await expect.element(screen.getByText('No fruits match “melon”')).toBeVisible();
    await expect.element(screen.getByRole('status')).toHaveTextContent(/^No fruits match “melon”$/);
    await screen.getByRole('button', { name: 'Clear the search' }).click();
    await expect.element(screen.getByRole('row', { name: 'Apple' })).toBeVisible();
  });

  it('exports the rows and columns shown, and keeps cells from becoming formulas', async () => {
    const texts: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      // `text()` would drop the byte order mark.
      void (blob as Blob).arrayBuffer().then((bytes) => {
        texts.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      });
      return 'data:text/csv,';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const screen = await renderFruits();
    await screen.getByRole('button', { name: 'Filter', exact: true }).click();
    await screen.getByRole('menuitemcheckbox', { name: 'Red' }).click();
    await userEvent.keyboard('{Escape}');
    await screen.getByRole('button', { name: 'Name' }).click();
    await screen.getByRole('button', { name: 'View', exact: true }).click();
    await screen.getByRole('menuitemcheckbox', { name: 'Color' }).click();
    await screen.getByRole('menuitem', { name: 'Export 2 fruits as CSV' }).click();
    await expect.poll(() => texts).toEqual(["\uFEFFName\r\n'=1+1\r\nApple\r\n"]);
  });

  it("keeps a record's menu when rows appear above it, and closes it with the record", async () => {
    const one = [{ name: 'Pear', color: 'green' }];
    const screen = await renderInConsole(<Fruits all={one} />);
    await screen.getByRole('button', { name: 'Actions for Pear' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Eat Pear' })).toBeVisible();
    screen.replace(<Fruits all={fruits.toReversed()} />);
    await expect.element(screen.getByRole('row', { name: 'Apple' })).toBeVisible();
    await expect.element(screen.getByRole('menuitem')).toHaveTextContent('Eat Pear');
    await expect
      .element(screen.getByRole('button', { name: 'Actions for Pear' }))
      .toHaveAttribute('aria-expanded', 'true');
    screen.replace(<Fruits all={[]} />);
    await expect.element(screen.getByRole('menuitem')).not.toBeInTheDocument();
  });

  it('has a search once ten rows, or a search in the address, need it', async () => {
    const ten = many.slice(0, 10);
    const short = ten.slice(1);
    const fruitsOf = (props: Partial<FruitsProps>) => <Fruits buttons={null} {...props} />;
    const screen = await renderInConsole(fruitsOf({ all: short }));
    const search = screen.getByLabelText('Search fruits');
    await expect.element(screen.getByRole('row', { name: 'Fruit 9' })).toBeVisible();
    expect(screen.getByRole('button', { name: /View|Filter/ }).elements()).toEqual([]);
    await expect.element(search).not.toBeInTheDocument();
    // Nothing would show how to export a few rows.
    await screen.getByRole('checkbox', { name: 'Select 9 fruits' }).click();
    await expect.element(screen.getByRole('button', { name: 'View', exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Clear selection' }).click();
    screen.replace(fruitsOf({ all: ten }));
    await expect.element(search).toBeVisible();
    // It stays, because someone may be using it.
    screen.replace(fruitsOf({ all: short }));
    await expect.element(screen.getByRole('row', { name: 'Fruit 0' })).not.toBeInTheDocument();
    await expect.element(search).toBeVisible();
    const second = await renderInConsole(fruitsOf({ initial: { q: 'pear' } }));
    await expect.element(second.getByLabelText('Search fruits').last()).toHaveValue('pear');
  });

  it('marks the row that is shown next to it, and moves to others with the arrow keys', async () => {
    const moved: string[] = [];
    const onMove = ({ name }: Fruit) => moved.push(name);
    const screen = await renderInConsole(
      fruitTable({ rows: fruits, columns, keyOf, current: 'Pear', onMove }),
    );
    await expect.element(screen.getByRole('row', { name: 'Pear' })).toHaveAttribute('aria-current', 'true');
    await expect.element(screen.getByRole('row', { name: 'Apple' })).not.toHaveAttribute('aria-current');
    (screen.getByRole('row', { name: 'Pear' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(moved).toEqual(['=1+1', 'Apple', 'Apple', '=1+1']);
    await expect.element(screen.getByRole('row', { name: '=1+1' })).toHaveFocus();
  });

  it('reports which rows are in view', async () => {
    const onView = vi.fn<(first: number, last: number) => void>();
    const screen = await renderInConsole(fruitTable({ rows: many, columns, keyOf, onView }));
    (screen.getByRole('row', { name: 'Fruit 0' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.poll(() => onView.mock.lastCall?.[1]).toBe(99);
  });

  it("doesn't pretend to know how many rows there are if there may be more", async () => {
    const rows = { length: 500, more: true, at: (index: number) => fruits[index] };
    const screen = await renderInConsole(fruitTable({ rows, columns, keyOf }));
    await expect.element(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '-1');
    await screen.getByRole('button', { name: 'View', exact: true }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'Export 500+ fruits as CSV' })).toBeVisible();
  });

  it("names a row's menu by its button, and returns the focus to it", async () => {
    const screen = await renderFruits();
    const button = screen.getByRole('button', { name: 'Actions for Apple' });
    await button.click();
    const menu = screen.getByRole('menu', { name: 'Actions for Apple' });
    await expect.element(menu.getByRole('menuitem')).toHaveTextContent('Eat Apple');
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  });

  it('replaces the toolbar while rows are selected, and keeps what an action leaves selected', async () => {
    const screen = await renderFruits();
    await screen.getByRole('checkbox', { name: 'Select 3 fruits' }).click();
    await expect.element(screen.getByText('3 fruits selected')).toBeVisible();
    await expect.element(screen.getByLabelText('Search fruits')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Eat 3' }).click();
    await expect.element(screen.getByText('2 fruits selected')).toBeVisible();
    await screen.getByRole('button', { name: 'Clear selection' }).click();
    await expect.element(screen.getByLabelText('Search fruits')).toBeVisible();
  });

  it('selects a range with Shift, and one row with the space bar', async () => {
    const screen = await renderFruits();
    const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
    await box('Pear').click();
    await box('Apple').click({ modifiers: ['Shift'] });
    await expect.element(screen.getByText('3 fruits selected')).toBeVisible();
    (screen.getByRole('row', { name: '=1+1' }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(screen.getByText('2 fruits selected')).toBeVisible();
    await expect.element(box('=1+1')).not.toBeChecked();
  });

  it('is entered by Escape from its search once that is empty, and used by j, k and x', async () => {
    const screen = await renderFruits();
    const search = screen.getByLabelText('Search fruits');
    await userEvent.fill(search, 'p');
    await userEvent.keyboard('{Escape}');
    await expect.element(search).toHaveValue('');
    await expect.element(search).toHaveFocus();
    await expect.element(screen.getByText('3 fruits')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('row', { name: 'Pear' })).toHaveFocus();
    await userEvent.keyboard('jj');
    await expect.element(screen.getByRole('row', { name: 'Apple' })).toHaveFocus();
    await userEvent.keyboard('kx');
    await expect.element(screen.getByRole('checkbox', { name: 'Select =1+1' })).toBeChecked();
    await expect.element(screen.getByText('1 fruit selected')).toBeVisible();
  });

  it('remembers hidden columns', async () => {
    const first = await renderFruits();
    await first.getByRole('button', { name: 'View', exact: true }).click();
    await first.getByRole('menuitemcheckbox', { name: 'Color' }).click();
    const headers = (screen: typeof first) =>
      screen
        .getByRole('columnheader')
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(() => headers(first)).not.toContain('Color');
    // As another tab, or this one after a reload, reads them.
    const key = 'palisade-table-columns';
    const stored = localStorage.getItem(key) ?? '';
    localStorage.removeItem(key);
    dispatchEvent(new StorageEvent('storage', { key }));
    await expect.poll(() => headers(first)).toContain('Color');
    localStorage.setItem(key, stored);
    dispatchEvent(new StorageEvent('storage', { key }));
    await expect.poll(() => headers(first)).not.toContain('Color');
    expect(headers(first)).toContain('Name');
  });
});
