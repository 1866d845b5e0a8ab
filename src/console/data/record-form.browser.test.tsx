import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../testing/render.tsx';
import { ApiError } from '../../client/errors.ts';
import { FormShell } from '../ui/form-shell.tsx';
import { RecordInputs } from './record-fields.tsx';
import { groupFields } from './groups/queries.ts';
import { useSentForm } from './record-form.ts';
import { groupCreateBody } from '../../contract/groups/groups.ts';

function Form() {
  const { form, state, submit } = useSentForm({
    initial: { name: 'Acme', description: '' },
    fields: groupFields,
    schema: groupCreateBody,
    send: async () => {
      throw new ApiError('problem', 400, [
        'name: is taken',
        'description: is too long',
        'the group is locked',
      ]);
    },
  });
  return (
    <FormShell
      form={state}
      failure="Couldn't save Acme"
      action="Save"
      request={() => undefined}
      onSubmit={submit}
      onCancel={() => undefined}
    >
      <RecordInputs fields={groupFields} form={form} />
    </FormShell>
  );
}

it('drops a problem with a field once that field is changed, and no other, and focuses the first', async () => {
  const screen = await renderInConsole(<Form />);
  const [name, save] = [screen.getByLabelText('Name'), screen.getByRole('button', { name: 'Save' })];
  await userEvent.fill(name, ' ');
  await save.click();
  await expect.element(screen.getByText('Name is required')).toBeVisible();
  await expect.element(name).toHaveFocus();
  await userEvent.fill(name, 'Acme 2');
  await expect.element(screen.getByText('Name is required')).not.toBeInTheDocument();
  await save.click();
  await expect.element(screen.getByText('is taken')).toBeVisible();
  await expect.element(name).toHaveFocus();
  await userEvent.fill(name, 'Acme 3');
  await expect.element(screen.getByText('is taken')).not.toBeInTheDocument();
  await expect.element(screen.getByText('is too long')).toBeVisible();
  await expect.element(screen.getByText('the group is locked')).toBeVisible();
  await save.click();
  await expect.element(screen.getByText('is taken')).toBeVisible();
});
