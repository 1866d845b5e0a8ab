import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import type { Column } from './columns.ts';
import { DataTable } from './data-table.tsx';

const keyOf = (fruit: string) => fruit;
const fruits = ['Pear', 'Apple'];
const columns: Column<string>[] = [
  { id: 'name', header: 'Name', width: 'minmax(300px, 1fr)', text: keyOf },
  { id: 'color', header: 'Color', width: '300px', text: keyOf, minor: true },
  { id: 'size', header: 'Size', width: '300px', text: keyOf },
  { id: 'code', header: 'Code', width: '300px', text: keyOf, optional: true },
];

it("leaves out columns that there's no space for, unless the user has shown them", async () => {
  await page.viewport(800, 844);
  const screen = await renderInConsole(
    <DataTable id="fitting" label="Fruits" noun="fruit" rows={fruits} columns={columns} keyOf={keyOf} />,
  );
  const expectHeaders = async (headers: string[]) =>
    await expect
      .poll(() =>
        screen
          .getByRole('columnheader')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(headers);
  const toggle = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await expectHeaders(['Name', 'Size']);
  await screen.getByRole('button', { name: 'View' }).click();
  await toggle('Code');
  await expectHeaders(['Name', 'Code']);
  await toggle('Size (no space)');
  await toggle('Code');
  await expectHeaders(['Name', 'Color']);
  await toggle('Size');
  await page.viewport(1280, 844);
  await expectHeaders(['Name', 'Color', 'Size']);
});
