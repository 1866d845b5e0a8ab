import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import type { FilterChoice, ListState } from './list-state.ts';
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

const roles: FilterChoice = {
  id: 'role',
  label: 'Role',
  options: ['/roles/4', '/roles/5'].map((value) => ({ value, label: 'Operator' })),
};

interface FilteredListProps {
  filter?: FilterChoice;
  start?: ListState;
  narrow?: boolean;
}

function FilteredList({ filter = roles, narrow = false, ...props }: FilteredListProps) {
  const [state, setState] = useState(props.start ?? {});
  const [limited, setLimited] = useState(props.start !== undefined);
  const limit = { text: 'Group: EMEA', onRemove: () => setLimited(false) };
  const list = { noun: 'user', rows: ['admin'], narrowed: false, listed: '', empty: false };
  const searches = ['login', 'reference'].map((id) => ({ id, label: id }));
  return (
    <>
      <Toolbar
        {...list}
        narrow={narrow}
        limit={limited ? limit : undefined}
        searches={searches}
        filters={[filter]}
        state={state}
        onState={(change) => setState(change(state))}
      />
      <output>{JSON.stringify(state)}</output>
    </>
  );
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

it('has one button for the filters and other searches on phones', async () => {
  const screen = await renderInConsole(<FilteredList narrow />);
  await expect.element(screen.getByRole('textbox', { name: 'login' })).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'reference' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button')).toHaveAccessibleName('Filter');
  await screen.getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: 'Filter' });
  await drawer.getByRole('textbox', { name: 'reference' }).fill('ABC');
  await expect.element(page.getByText('"reference":"ABC"')).toBeInTheDocument();
  await drawer.getByRole('combobox', { name: 'Filter by role' }).click();
  await page.getByRole('option', { name: 'Operator (/roles/5)' }).click();
  await expect.element(drawer).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Filter', exact: true })).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: /^Remove filter Role/ })).toBeVisible();
});

it('keeps what was typed right before the drawer closes', async () => {
  const screen = await renderInConsole(<FilteredList narrow />);
  await screen.getByRole('button').click();
  const drawer = page.getByRole('dialog', { name: 'Filter' });
  await drawer.getByRole('textbox', { name: 'reference' }).fill('ABC');
  const close = drawer.getByRole('button', { name: 'Close' }).element() as HTMLElement;
  close.focus();
  close.click();
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(page.getByText('"reference":"ABC"')).toBeInTheDocument();
});

it('replaces the value of a filter that can only have one, and clears all filters but not the order', async () => {
  const filter = { ...roles, single: true, replaces: ['since'] } as const;
  const start = { sort: '-name', since: '2026', role: '/roles/4', login: 'ada' };
  const screen = await renderInConsole(<FilteredList filter={filter} start={start} />);
  const state = screen.getByRole('status').last();
  await screen.getByRole('button', { name: 'Filter', exact: true }).click();
  const other = screen.getByRole('menuitemradio', { name: 'Operator (/roles/5)' });
  await other.click();
  await expect.element(other).toHaveAttribute('aria-checked', 'true');
  await expect.element(state).toHaveTextContent('{"sort":"-name","role":"/roles/5","login":"ada"}');
  await other.click();
  await expect.element(state).toHaveTextContent('{"sort":"-name","login":"ada"}');
  await other.click();
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(state).toHaveTextContent(/^{"sort":"-name"}$/);
  await expect.element(screen.getByRole('button', { name: /^Remove filter/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('textbox', { name: 'login' })).toHaveValue('');
});
