import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { FormShell } from '../../ui/form-shell.tsx';
import { SearchMultiSelect } from './search-multi-select.tsx';

function Roles() {
  const [roles, setRoles] = useState<string[]>([]);
  const [text, setText] = useState('');
  return (
    <SearchMultiSelect
      label="Roles"
      data={[{ value: '/roles/1', label: 'Auditors' }]}
      value={roles}
      text={text}
      onText={setText}
      onChange={setRoles}
    />
  );
}

it('keeps a form from being sent while it has selected nothing', async () => {
  const onSubmit = vi.fn<() => void>();
  const screen = await renderInConsole(
    <FormShell
      form={{ problems: { rest: [] }, submitting: false }}
      failure="Couldn't save"
      action="Save changes"
      request={() => ({ line: 'PUT /api/users/2', body: '{}', commands: [] })}
      onSubmit={onSubmit}
      onCancel={() => undefined}
    >
      <Roles />
    </FormShell>,
  );
  const field = screen.getByRole('combobox', { name: 'Roles' });
  const save = screen.getByRole('button', { name: 'Save changes' });
  await field.fill('Audi');
  await save.click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('Audi');
  await expect.element(field).toHaveAccessibleDescription('Select an option, or clear the text');
  expect(onSubmit).not.toHaveBeenCalled();
  await field.click();
  await screen.getByRole('option', { name: 'Auditors' }).click();
  await expect.element(field).toHaveValue('');
  await save.click();
  expect(onSubmit).toHaveBeenCalledOnce();
});
