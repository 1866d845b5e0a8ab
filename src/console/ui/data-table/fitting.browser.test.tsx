import { useState } from 'react';
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

const headers = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent);

it("leaves out columns that there's no space for, unless the user has shown them", async () => {
  await page.viewport(800, 844);
  await renderInConsole(
    <DataTable id="fitting" label="Fruits" noun="fruit" rows={fruits} columns={columns} keyOf={keyOf} />,
  );
  const toggle = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await expect.poll(headers).toEqual(['Name', 'Size']);
  await page.getByRole('button', { name: 'View' }).click();
  await toggle('Code');
  await expect.poll(headers).toEqual(['Name', 'Code']);
  await toggle('Size (no space)');
  await toggle('Code');
  await expect.poll(headers).toEqual(['Name', 'Color']);
  await toggle('Size');
  await page.viewport(1280, 844);
  await expect.poll(headers).toEqual(['Name', 'Color', 'Size']);
});

function Failing() {
  const [failed, setFailed] = useState(false);
  const error = { title: 'Not offered', detail: [], notOffered: true };
  return (
    <>
      <button type="button" onClick={() => setFailed(!failed)}>
        Change
      </button>
      <DataTable
        id="failing"
        label="Fruits"
        noun="fruit"
        rows={fruits}
        columns={columns}
        keyOf={keyOf}
        {...(failed && { error })}
      />
    </>
  );
}

it('shows all columns again after an error, and after it was hidden', async () => {
  await page.viewport(1280, 844);
  await renderInConsole(<Failing />);
  await expect.poll(headers).toEqual(['Name', 'Color', 'Size']);
  await page.getByRole('button', { name: 'Change' }).click();
  await expect.poll(headers).toEqual([]);
  await page.getByRole('button', { name: 'Change' }).click();
  await expect.poll(headers).toEqual(['Name', 'Color', 'Size']);
  const all = page.getByRole('grid').element().closest<HTMLElement>('[class*=dataTable]')!;
  const counts: number[] = [];
  const frame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        counts.push(all.querySelectorAll('[role=columnheader]').length);
        resolve();
      });
    });
  for (const display of ['none', '']) {
    all.style.display = display;
    for (let count = 0; count < 3; count += 1) await frame();
  }
  expect(counts).toEqual(Array(6).fill(3));
});

it('renders few of many cards, even while it is hidden', async () => {
  await page.viewport(390, 844);
  const many = Array.from({ length: 5_000 }, (_, index) => `Fruit ${index}`);
  await renderInConsole(
    <div style={{ height: 600, overflow: 'auto' }}>
      <DataTable id="hidden" label="Fruits" noun="fruit" rows={many} columns={columns} keyOf={keyOf} />
    </div>,
  );
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  const list = page.getByRole('grid').element().closest<HTMLElement>('[class*=dataTable]')!;
  const rendered = () => list.querySelectorAll('[role=row]').length;
  const before = rendered();
  list.style.display = 'none';
  for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame);
  expect(rendered()).toBeLessThan(before + 20);
});

it('offers to sort by a click anywhere on a header, and by columns that are left out', async () => {
  await page.viewport(800, 844);
  const sorted: unknown[] = [];
  const sortable = columns.map((column) => ({ ...column, sort: true as const }));
  await renderInConsole(
    <DataTable
      id="sorting"
      label="Fruits"
      noun="fruit"
      rows={fruits}
      columns={sortable}
      keyOf={keyOf}
      state={{}}
      onState={(change) => sorted.push(change({}).sort)}
    />,
  );
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemradio', { name: 'Color' }).click();
  expect(sorted).toEqual(['name', 'color']);
});
