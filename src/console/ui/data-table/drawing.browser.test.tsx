import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { fruitTable } from '../../../testing/setups/fruit-table.tsx';
import { preferences } from '../../lib/preferences/preferences.ts';
import type { Column } from './columns.ts';

const columns: Column<string>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '1fr',
    text: (name) => name,
    cell: (name) => <div style={{ height: 90 }}>{name}</div>,
  },
];

const table = (rows: string[]) => fruitTable({ rows, columns, keyOf: (name) => name });
const fruit = (name: string) => page.getByRole('row', { name, exact: true });

it('makes the row a tab stop that gets the focus of one that disappeared', async () => {
  const screen = await renderInConsole(table(['Apple', 'Pear', 'Plum', 'Fig']));
  await expect.element(fruit('Fig')).toBeVisible();
  fruit('Fig').element().focus();
  screen.replace(table(['Pear', 'Plum']));
  await expect.element(fruit('Plum')).toHaveFocus();
  await expect.element(fruit('Plum')).toHaveAttribute('tabindex', '0');
  await expect.element(fruit('Pear')).toHaveAttribute('tabindex', '-1');
});

it('leaves rows of any height where they are when the density changes', async () => {
  const rows = ['Apple', 'Pear'];
  await renderInConsole(fruitTable({ rows, columns, keyOf: (name) => name, rowHeight: 'auto' }));
  const edges = (name: string) => fruit(name).element().getBoundingClientRect();
  await expect.poll(() => edges('Pear').top).toBe(edges('Apple').bottom);
  preferences.open('/users/drawn');
  preferences.change({ density: 'compact' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(edges('Pear').top).toBe(edges('Apple').bottom);
});
