import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { SearchField } from './toolbar.tsx';

function List() {
  const [search, setSearch] = useState('');
  return (
    <>
      <SearchField noun="user" search={search} onSearch={setSearch} />
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
