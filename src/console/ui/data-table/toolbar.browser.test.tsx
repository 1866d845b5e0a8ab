import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import type { Filter, ListState } from './list-state.ts';
import { SearchField } from './search-field.tsx';
import { Toolbar } from './toolbar.tsx';

function List() {
  const [search, setSearch] = useState('');
  return (
    <>
      <SearchField label="Search users" search={search} onSearch={(text = '') => setSearch(text)} />
      <p role="status">Found: {search}</p>
      <button type="button" onClick={() => setSearch('')}>
        Show all
      </button>
    </>
  );
}

it('follows a search that was set elsewhere, even to a text that the field has had before', async () => {
  const screen = await renderInConsole(<List />);
  const field = screen.getByRole('textbox', { name: 'Search users' });
  await field.fill('ada');
  await expect.element(screen.getByRole('status')).toHaveTextContent('Found: ada');
  await expect.element(field).toHaveValue('ada');
  await screen.getByRole('button', { name: 'Show all' }).click();
  await expect.element(field).toHaveValue('');
});

const roles: Filter<string> = {
  id: 'role',
  label: 'Role',
  options: ['/roles/4', '/roles/5'].map((value) => ({ value, label: 'Operator' })),
  valuesOf: (role) => [role],
};

function FilteredList({ filter = roles }: { filter?: Filter<string> }) {
  const [state, setState] = useState<ListState>({});
  const list = { noun: 'user', rows: ['admin'], narrowed: false, listed: '', empty: false };
  return <Toolbar {...list} filters={[filter]} state={state} onState={(change) => setState(change(state))} />;
}

it('distinguishes options that look alike by their values', async () => {
  const screen = await renderInConsole(<FilteredList />);
  await screen.getByRole('button', { name: 'Filter', exact: true }).click();
  await screen.getByRole('menuitemcheckbox', { name: 'Operator (/roles/5)' }).click();
  await userEvent.keyboard('{Escape}');
  const chip = screen.getByRole('button', { name: 'Remove filter Role: Operator (/roles/5)' });
  await expect.element(chip).toBeVisible();
});

it('finds one of very many options by its name', async () => {
  const options = Array.from({ length: 1_000 }, (_, at) => ({ value: `/roles/${at}`, label: `Role ${at}` }));
  const screen = await renderInConsole(<FilteredList filter={{ ...roles, options }} />);
  const picker = screen.getByRole('combobox', { name: 'Filter by role' });
  await picker.click();
  const more = screen.getByRole('option', { name: /type to narrow$/ });
  await expect.element(more).toHaveTextContent('First 50 shown: type to narrow');
  await expect.element(more).toHaveAttribute('aria-disabled', 'true');
  await picker.fill('99');
  await expect.element(screen.getByRole('option', { name: 'Role 990' })).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
  await picker.fill('999');
  await screen.getByRole('option', { name: 'Role 999' }).click();
  await expect.element(screen.getByRole('button', { name: 'Remove filter Role: Role 999' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Filter', exact: true })).not.toBeInTheDocument();
});
