import { Button } from '@mantine/core';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { fruitTable } from '../../../testing/setups/fruit-table.tsx';
import { textColumn } from './time-column.tsx';

interface Fruit {
  name: string;
  color: string;
}
const nameOf = ({ name }: Fruit) => name;
const fruits = ['Pear', 'Plum', 'Apple'].map((name) => ({ name, color: 'green' }));
const columns = [textColumn('name', 'Name', '1fr', nameOf)];

/** A list of which only some rows are loaded. */
const partOf = (items: readonly Fruit[]) => ({ length: items.length, at: (index: number) => items[index] });

it.each([
  ['all', (items: readonly Fruit[]) => items],
  ['some', partOf],
])('selects rows with their current contents if %s of them are loaded', async (_, rowsOf) => {
  const table = (color: string) =>
    fruitTable({
      rows: rowsOf([{ name: 'Pear', color }]),
      columns,
      keyOf: nameOf,
      renderBulkActions: ({ items }) => <Button>Eat {items.map((fruit) => fruit.color).join()}</Button>,
    });
  const screen = await renderInConsole(table('green'));
  await screen.getByRole('checkbox', { name: 'Select Pear' }).click();
  await expect.element(screen.getByRole('button', { name: 'Eat green' })).toBeVisible();
  screen.replace(table('yellow'));
  await expect.element(screen.getByRole('button', { name: 'Eat yellow' })).toBeVisible();
});

it('keeps what is chosen while rows to select are still loading', async () => {
  let arrive = () => undefined as void;
  const loading = new Promise<Fruit[]>((resolve) => (arrive = () => resolve(fruits)));
  const screen = await renderInConsole(
    fruitTable({
      rows: partOf(fruits),
      columns,
      keyOf: nameOf,
      loadAll: () => loading,
      renderBulkActions: () => <Button>Eat</Button>,
    }),
  );
  const all = screen.getByRole('checkbox', { name: 'Select 3 fruits' });
  await all.click();
  await screen.getByRole('checkbox', { name: 'Select Pear' }).click();
  arrive();
  await loading;
  await expect.element(screen.getByText('1 fruit selected')).toBeVisible();
  await all.click();
  await expect.element(screen.getByText('3 fruits selected')).toBeVisible();
});
