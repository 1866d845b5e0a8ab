import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
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

it('selects the first of several that arrive while someone types', async () => {
  const own = { value: '/groups/0', label: 'Default' };
  const onChange = vi.fn<(value: string[]) => void>();
  function Picker({ data = [own] }) {
    const [text, setText] = useState('');
    return (
      <SearchMultiSelect
        label="Groups"
        data={data}
        filter={({ options }) => options}
        value={[own.value]}
        text={text}
        onText={setText}
        onChange={onChange}
      />
    );
  }
  const screen = await renderInConsole(<Picker />);
  await screen.getByRole('combobox', { name: 'Groups' }).fill('As');
  screen.replace(<Picker data={[{ value: '/groups/1', label: 'Asia' }, own]} />);
  await expect.element(screen.getByRole('option', { name: 'Asia' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith([own.value, '/groups/1']);
});
