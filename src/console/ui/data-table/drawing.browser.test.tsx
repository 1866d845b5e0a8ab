import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { preferences, readPreferences } from '../../lib/preferences/preferences.ts';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';

const names = Array.from({ length: 10 }, (_, index) => `Apple ${index}`);
let drawn: string[] = [];
const column: Column<string> = {
  id: 'name',
  header: 'Name',
  width: '1fr',
  // Every row that's drawn is named by its first column.
  text: (name) => {
    drawn.push(name);
    return name;
  },
  cell: (name) => name,
};
const columns = [column];
const keyOf = (name: string) => name;

function Apples() {
  const [eaten, setEaten] = useState(0);
  return (
    <>
      <Button onClick={() => setEaten(eaten + 1)}>Eaten: {eaten}</Button>
      <DataTable
        id="drawn"
        label="Apples"
        noun="apple"
        rows={names}
        columns={columns}
        keyOf={keyOf}
        renderMenu={(name) => <Menu.Item>Eat {name}</Menu.Item>}
        renderBulkActions={({ items }) => items.length}
      />
    </>
  );
}

it('draws only the rows again that the focus leaves and enters', async () => {
  await renderInConsole(<Apples />);
  const row = (index: number) => page.getByRole('row', { name: names[index]!, exact: true });
  await expect.element(row(9)).toBeVisible();
  row(0).element().focus();
  drawn = [];
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(row(1)).toHaveFocus();
  expect(new Set(drawn)).toEqual(new Set(names.slice(0, 2)));
});

it('draws no row again when only the page around the table changes', async () => {
  await renderInConsole(<Apples />);
  const button = page.getByRole('button', { name: 'Eaten' });
  await expect.element(page.getByRole('row', { name: names[9]!, exact: true })).toBeVisible();
  drawn = [];
  await button.click();
  await expect.element(button).toHaveTextContent('Eaten: 1');
  expect(drawn).toEqual([]);
});

const highColumns = [{ ...column, cell: (name: string) => <div style={{ height: 90 }}>{name}</div> }];

/** A table whose rows can be replaced. */
function Fruits({ all, next, rowHeight }: { all: string[]; next: string[]; rowHeight?: 'auto' }) {
  const [rows, setRows] = useState(all);
  return (
    <>
      <Button onClick={() => setTimeout(() => setRows(next), 100)}>Sell soon</Button>
      <DataTable
        id="fruits"
        label="Fruits"
        noun="fruit"
        rows={rows}
        columns={highColumns}
        keyOf={keyOf}
        {...(rowHeight && { rowHeight })}
      />
    </>
  );
}

const fruit = (name: string) => page.getByRole('row', { name, exact: true });

it('makes the row a tab stop that gets the focus of one that disappeared', async () => {
  await renderInConsole(<Fruits all={['Apple', 'Pear', 'Plum', 'Fig']} next={['Pear', 'Plum']} />);
  await page.getByRole('button', { name: 'Sell soon' }).click();
  fruit('Fig').element().focus();
  await expect.element(fruit('Plum')).toHaveFocus();
  await expect.element(fruit('Plum')).toHaveAttribute('tabindex', '0');
  await expect.element(fruit('Pear')).toHaveAttribute('tabindex', '-1');
});

it('leaves rows of any height where they are when the density changes', async () => {
  await renderInConsole(<Fruits all={['Apple', 'Pear']} next={[]} rowHeight="auto" />);
  const edges = (name: string) => fruit(name).element().getBoundingClientRect();
  await expect.poll(() => edges('Pear').top).toBe(edges('Apple').bottom);
  readPreferences('/users/drawn');
  const { density } = preferences.get();
  onTestFinished(() => preferences.change({ density }));
  preferences.change({ density: density === 'compact' ? 'comfortable' : 'compact' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(edges('Pear').top).toBe(edges('Apple').bottom);
});
