import { useState, type ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../testing/render.tsx';
import { SearchSelect } from './search-select.tsx';

const groups = ['Default', 'Asia', 'Europe'];
const ignore = () => undefined;
const select = (props: Partial<ComponentProps<typeof SearchSelect>>) => (
  <SearchSelect label="Group" value="" shown="" data={[]} onSearch={ignore} onChange={ignore} {...props} />
);

function Groups() {
  const [value, setValue] = useState('Default');
  const [text, setText] = useState('');
  return (
    <>
      {select({
        value,
        shown: value,
        data: groups.filter((group) => group.includes(text)),
        onSearch: setText,
        onChange: setValue,
      })}
      <button type="button">Next</button>
    </>
  );
}

it('replaces the text after a click', async () => {
  const screen = await renderInConsole(<Groups />);
  const field = screen.getByRole('combobox', { name: 'Group' });
  await field.click();
  await userEvent.keyboard('Asia');
  await expect.element(field).toHaveValue('Asia');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('Asia');
  await field.click();
  await userEvent.keyboard('Eur');
  await screen.getByRole('option', { name: 'Europe' }).click();
  await expect.element(field).toHaveValue('Europe');
});

it("keeps what's typed when the value's name arrives", async () => {
  const value = '/users/5';
  const named = (label: string) => select({ value, shown: label, data: [{ value, label }] });
  const screen = await renderInConsole(named(value));
  const field = screen.getByRole('combobox');
  await field.click();
  await userEvent.keyboard('nor');
  screen.replace(named('guest'));
  await expect.element(screen.getByRole('option', { name: 'guest' })).toBeInTheDocument();
  await expect.element(field).toHaveValue('nor');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('guest');
});

it('selects the first option of those that arrive while someone types', async () => {
  const onChange = vi.fn<(value: string) => void>();
  const screen = await renderInConsole(select({ onChange }));
  await screen.getByRole('combobox').click();
  await userEvent.keyboard('Asia');
  await expect.element(screen.getByText('No matches')).toBeVisible();
  screen.replace(select({ onChange, data: ['Asia'] }));
  await expect.element(screen.getByRole('option', { name: 'Asia' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith('Asia');
});

it('restores the text on Escape, and when the field is left', async () => {
  const screen = await renderInConsole(<Groups />);
  const field = screen.getByRole('combobox', { name: 'Group' });
  await field.click();
  await userEvent.keyboard('As{Escape}');
  await expect.element(field).toHaveValue('Default');
  await userEvent.keyboard('ia{Tab}');
  await expect.element(field).toHaveValue('Default');
});

it('moves the text cursor on a second click', async () => {
  const screen = await renderInConsole(<Groups />);
  const field = screen.getByRole('combobox', { name: 'Group' });
  await field.click();
  await userEvent.keyboard('sia');
  await field.click({ position: { x: 13, y: 10 } });
  await userEvent.keyboard('{Home}A');
  await expect.element(field).toHaveValue('Asia');
});
