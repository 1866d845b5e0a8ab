import { expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { print } from '../../../testing/accessible.ts';
import { renderInConsole } from '../../../testing/render.tsx';
import { Section } from '../section.tsx';
import { DataTable } from './data-table.tsx';
import { textColumn } from './time-column.tsx';

const nameOf = (index: number) => `Apple ${index}`;
const columns = [textColumn('name', 'Name', '1fr', nameOf)];

/** A list with this many rows. */
function Apples({ count }: { count: number }) {
  const rows = Array.from({ length: count }, (_, index) => index);
  return <DataTable id="apples" label="Apples" noun="apple" rows={rows} columns={columns} keyOf={nameOf} />;
}

const printedRows = () => document.querySelectorAll('[role=rowheader]').length;

it('prints the first 1,000 rows, and says so', async () => {
  await renderInConsole(<Apples count={1_100} />);
  const note = page.getByText('Only the first 1,000 rows are printed.');
  await expect.element(note).not.toBeVisible();
  await print();
  await expect.element(note).toBeVisible();
  await expect.poll(printedRows).toBe(1_000);
});

it('prints in the light theme, also in the dark one', async () => {
  const theme = () => document.documentElement.dataset['mantineColorScheme'];
  localStorage.setItem('palisade-color-scheme', 'dark');
  await renderInConsole(<Apples count={3} />);
  await expect.element(page.getByRole('row', { name: 'Apple 0' })).toBeVisible();
  await expect.poll(theme).toBe('dark');
  await print();
  await expect.poll(theme).toBe('light');
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  await expect.poll(theme).toBe('dark');
});

it('prints all of a list in a section, above what follows', async () => {
  await renderInConsole(
    <>
      <Section id="apples" title="Apples">
        <Apples count={30} />
      </Section>
      <p>Next</p>
    </>,
  );
  await expect.element(page.getByRole('row', { name: 'Apple 0' })).toBeVisible();
  await print();
  await expect.poll(printedRows).toBe(30);
  const edges = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
  await expect.poll(() => edges('section + p').top - edges('[role=grid]').bottom).toBeGreaterThanOrEqual(0);
});
