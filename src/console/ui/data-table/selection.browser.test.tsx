import { Button } from '@mantine/core';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';

const names = ['Pear', 'Plum', 'Apple'];
const column: Column<string> = { id: 'name', header: 'Name', width: '1fr', text: (name) => name };

interface Fruit {
  name: string;
  color: string;
}
const nameOf = ({ name }: Fruit) => name;

it.each([
  ['all', (items: readonly Fruit[]) => items],
  ['some', (items: readonly Fruit[]) => ({ length: items.length, at: (index: number) => items[index] })],
])('selects rows with their current contents if %s of them are loaded', async (_, rowsOf) => {
  const table = (color: string) => (
    <DataTable
      id="ripening"
      label="Fruits"
      noun="fruit"
      rows={rowsOf([{ name: 'Pear', color }])}
      columns={[{ id: 'name', header: 'Name', width: '1fr', text: nameOf }]}
      keyOf={nameOf}
      renderBulkActions={({ items }) => <Button>Eat {items.map((fruit) => fruit.color).join()}</Button>}
    />
  );
  const screen = await renderInConsole(table('green'));
  await screen.getByRole('checkbox', { name: 'Select Pear' }).click();
  await expect.element(screen.getByRole('button', { name: 'Eat green' })).toBeVisible();
  screen.replace(table('yellow'));
  await expect.element(screen.getByRole('button', { name: 'Eat yellow' })).toBeVisible();
});

it('keeps what is chosen while rows to select are still loading', async () => {
  let arrive = () => undefined as void;
  const loading = new Promise<string[]>((resolve) => {
    arrive = () => resolve(names);
  });
  const screen = await renderInConsole(
    <DataTable
      id="loading"
      label="Fruits"
      noun="fruit"
      // A list of which only some rows are loaded.
      rows={{ length: names.length, at: (index) => names[index] }}
      columns={[column]}
      keyOf={(name) => name}
      loadAll={() => loading}
      renderBulkActions={({ items }) => <Button>Eat {items.length}</Button>}
    />,
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
