import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { fruitTable } from '../../../testing/setups/fruit-table.tsx';
import type { Column } from './columns.ts';
import type { DataTable } from './data-table.tsx';

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

const searches = [{ id: 'q', label: 'Search fruits' }];
const table = (more: Partial<Parameters<typeof fruitTable<string>>[0]> = {}) =>
  fruitTable({ rows: fruits, columns, keyOf, searches, actions: 'Buy', ...more });

it("leaves out columns that there's no space for, unless the user has shown them", async () => {
  await page.viewport(800, 844);
  await renderInConsole(table());
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

it('shows all columns again after an error, and after it was hidden', async () => {
  const screen = await renderInConsole(table());
  await expect.poll(headers).toEqual(['Name', 'Color', 'Size']);
  screen.replace(table({ error: { detail: [], notOffered: true } }));
  await expect.poll(headers).toEqual([]);
  screen.replace(table());
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

it('has cards of two lines on phones: a name, and the columns that fit', async () => {
  await page.viewport(390, 844);
  const text = (fruit: string) => `${fruit} `.repeat(20);
  const narrow = columns.map((column) => ({ ...column, text, width: 'minmax(160px, 1fr)' }));
  await renderInConsole(table({ columns: [...narrow, { ...narrow[2]!, id: 'taste' }] }));
  await expect.element(page.getByRole('row').nth(2)).toBeVisible();
  const row = page.getByRole('row').nth(1).element().getBoundingClientRect();
  const cells = [...page.getByRole('row').nth(1).element().children].map((cell) =>
    cell.getBoundingClientRect(),
  );
  expect(row.height).toBe(60);
  expect(new Set(cells.map(({ top }) => top)).size).toBe(2);
  expect(cells[1]!.top).toBeGreaterThanOrEqual(cells[0]!.bottom);
  expect(cells.length).toBe(3);
  for (const cell of cells) {
    expect(cell.width).toBeGreaterThan(90);
    expect(cell.bottom).toBeLessThan(row.bottom);
    expect(cell.right).toBeLessThan(row.right);
  }
});

it.each([1024, 390])('leaves the rows where they are when filters are chosen, %i px wide', async (width) => {
  await page.viewport(width, 844);
  const ids = ['color', 'size', 'taste', 'origin', 'grade'];
  const filters = ids.map((id) => ({
    id,
    label: `The ${id}`,
    options: [{ value: 'a', label: 'Quite rare' }],
  }));
  const list = { filters, onState: () => undefined };
  const screen = await renderInConsole(table({ ...list, state: {} }));
  const top = () => page.getByRole('grid').element().getBoundingClientRect().top;
  const before = top();
  screen.replace(table({ ...list, state: Object.fromEntries(ids.map((id) => [id, 'a'])) }));
  const chips = page.getByRole('button', { name: /^Remove filter/ });
  await expect.poll(() => chips.elements()).toHaveLength(5);
  expect(top()).toBe(before);
  (chips.last().element() as HTMLElement).focus();
  await expect.element(chips.last()).toBeInViewport();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

it('renders few of many cards, even while it is hidden', async () => {
  await page.viewport(390, 844);
  const many = Array.from({ length: 5_000 }, (_, index) => `Fruit ${index}`);
  await renderInConsole(<div style={{ height: 600, overflow: 'auto' }}>{table({ rows: many })}</div>);
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
  const onState: ComponentProps<typeof DataTable>['onState'] = (change) => sorted.push(change({}).sort);
  await renderInConsole(table({ columns: sortable, state: {}, onState }));
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemradio', { name: 'Color' }).click();
  expect(sorted).toEqual(['name', 'color']);
});
