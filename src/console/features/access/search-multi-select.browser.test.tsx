import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { FormShell } from '../../ui/form-shell.tsx';
import { SearchMultiSelect } from './search-multi-select.tsx';

interface PickerProps {
  label: string;
  data: { value: string; label: string }[];
  selected?: string[];
  onChange?(value: string[]): void;
}

function Picker({ selected = [], onChange, ...props }: PickerProps) {
  const [value, setValue] = useState(selected);
  const [text, setText] = useState('');
  return (
    <SearchMultiSelect
      {...props}
      filter={({ options }) => options}
      value={value}
      text={text}
      onText={setText}
      onChange={onChange ?? setValue}
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
      <Picker label="Roles" data={[{ value: '/roles/1', label: 'Auditors' }]} />
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
  const picker = (...arrived: (typeof own)[]) => (
    <Picker label="Groups" data={[...arrived, own]} selected={[own.value]} onChange={onChange} />
  );
  const screen = await renderInConsole(picker());
  await screen.getByRole('combobox', { name: 'Groups' }).fill('As');
  screen.replace(picker({ value: '/groups/1', label: 'Asia' }));
  await expect.element(screen.getByRole('option', { name: 'Asia' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledWith([own.value, '/groups/1']);
});
