import { Button, Menu } from '@mantine/core';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { fruitTable } from '../../../testing/setups/fruit-table.tsx';
import type { Column } from './columns.ts';

interface Fruit {
  name: string;
  color: string;
}

const fruits = [
  { name: 'Pear', color: 'green' },
  { name: 'Apple', color: 'red' },
];
const keyOf = ({ name }: Fruit) => name;
const renderMenu = ({ name }: Fruit) => <Menu.Item>Eat {name}</Menu.Item>;

describe('a row opens its record', () => {
  const linked: Column<Fruit>[] = [
    {
      id: 'name',
      header: 'Name',
      width: '1fr',
      text: keyOf,
      cell: ({ name }) => <a href={`#${name}`}>{name}</a>,
    },
    {
      id: 'color',
      header: 'Color',
      width: '1fr',
      text: ({ color }) => color,
      cell: ({ color }) => <button type="button">{color}</button>,
    },
  ];
  const renderLinked = () =>
    renderInConsole(
      fruitTable({
        rows: fruits,
        columns: linked,
        keyOf,
        renderMenu,
        renderBulkActions: () => <Button>Eat</Button>,
      }),
    );
  const opened = () => decodeURIComponent(location.hash);
  afterEach(() => history.replaceState(null, '', '#'));

  it.each([1280, 390])('by a click anywhere on its row, %i px wide', async (width) => {
    await page.viewport(width, 800);
    const screen = await renderLinked();
    const row = screen.getByRole('row', { name: 'Apple' });
    await row.click({ position: { x: width / 2 - 40, y: 12 } });
    expect(opened()).toBe('#Apple');
  });

  it('with the keys held during the click', async () => {
    const screen = await renderLinked();
    const held: boolean[] = [];
    screen.container.addEventListener('click', (event) => {
      if (!(event.target instanceof HTMLAnchorElement)) return;
      held.push(event.ctrlKey);
      event.preventDefault();
    });
    await screen
      .getByRole('gridcell', { name: 'green' })
      .click({ position: { x: 300, y: 4 }, modifiers: ['Control'] });
    expect(held).toEqual([true]);
  });

  it("but not by a click on one of the row's controls, or one that selects text", async () => {
    const screen = await renderLinked();
    await screen.getByRole('button', { name: 'green' }).click();
    await screen.getByRole('checkbox', { name: 'Select Pear' }).click();
    await screen.getByRole('button', { name: 'Actions for Pear' }).click();
    await screen.getByRole('menuitem', { name: 'Eat Pear' }).click();
    const row = screen.getByRole('row', { name: 'Pear' });
    document.getSelection()?.selectAllChildren(row.element());
    row.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(opened()).toBe('');
  });
});

it('keeps the menus of rows in view while the columns scroll sideways', async () => {
  const wide: Column<Fruit>[] = [{ id: 'name', header: 'Name', width: '2000px', text: keyOf }];
  const screen = await renderInConsole(fruitTable({ rows: fruits, columns: wide, keyOf, renderMenu }));
  const menu = screen.getByRole('button', { name: 'Actions for Apple' });
  await expect.element(menu).toBeInViewport();
  screen.getByRole('grid').element().parentElement?.scrollTo({ left: 2000 });
  await expect.element(menu).toBeInViewport();
});
