import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../testing/render.tsx';
import { ApiError } from '../api/errors.ts';
import { FormShell } from '../ui/form-shell.tsx';
import { useSubmit } from './use-submit.ts';

function Form() {
  const [values, setValues] = useState({ login: 'ada', name: 'Ada' });
  const { fields, ...form } = useSubmit(values);
  const reject = async () => {
    throw new ApiError('problem', 400, ['login: is taken', 'name: is too long', 'the group is locked']);
  };
  return (
    <FormShell
      form={form}
      failure="Couldn't save ada"
      action="Save"
      request={() => undefined}
      onSubmit={() => void form.submit(reject)}
      onCancel={() => undefined}
    >
      {(['login', 'name'] as const).map((name) => (
        <TextInput
          key={name}
          label={name}
          value={values[name]}
          error={fields[name]}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
    </FormShell>
  );
}

it("drops the service's problem with a field once that field is changed, and no other", async () => {
  const screen = await renderInConsole(<Form />);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('is taken')).toBeVisible();
  await userEvent.fill(screen.getByLabelText('login'), 'ada2');
  await expect.element(screen.getByText('is taken')).not.toBeInTheDocument();
  await expect.element(screen.getByText('is too long')).toBeVisible();
  await expect.element(screen.getByText('the group is locked')).toBeVisible();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('is taken')).toBeVisible();
});
