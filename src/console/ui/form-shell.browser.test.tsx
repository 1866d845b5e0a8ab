import { MultiSelect, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../testing/render.tsx';
import { FormShell } from './form-shell.tsx';

const request = {
  line: 'PUT /api/users/2',
  body: '{"data":{"login":"ada"}}',
  commands: [{ label: 'curl', text: 'curl …' }],
};

interface ExampleProps extends Partial<ComponentProps<typeof FormShell>> {
  submitting?: boolean;
}

function form({ submitting = false, children, ...props }: ExampleProps = {}) {
  return (
    <FormShell
      form={{ problems: { rest: [] }, submitting }}
      failure="Couldn't save ada"
      action="Save changes"
      request={() => request}
      onSubmit={() => undefined}
      onCancel={() => undefined}
      {...props}
    >
      <TextInput label="Login" />
      {children}
    </FormShell>
  );
}

describe('FormShell', () => {
  it('submits nothing by Enter while options are shown', async () => {
    const onSubmit = vi.fn<() => void>();
    const children = (
      <MultiSelect label="Roles" searchable data={['Auditors']} nothingFoundMessage="No matches" />
    );
    const screen = await renderInConsole(form({ onSubmit, children }));
    await screen.getByRole('combobox', { name: 'Roles' }).fill('Oper');
    await expect.element(screen.getByText('No matches')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('can be submitted only once at a time, and keeps the focus', async () => {
    const onSubmit = vi.fn<() => void>();
    const screen = await renderInConsole(form({ onSubmit }));
    const save = screen.getByRole('button', { name: 'Save changes' });
    await save.click();
    screen.replace(form({ onSubmit, submitting: true }));
    await expect.element(save).toHaveAttribute('aria-disabled', 'true');
    await expect.element(save).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await screen.getByLabelText('Login').click();
    await userEvent.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
    screen.replace(form({ onSubmit }));
    await save.click();
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('previews the request, to copy as a command', async () => {
    const screen = await renderInConsole(form());
    await screen.getByText('Request preview').click();
    await expect
      .element(screen.getByLabelText('Request'))
      .toHaveTextContent('PUT /api/users/2 {"data":{"login":"ada"}}');
    await screen.getByRole('button', { name: 'Copy request as…' }).click();
    await expect.element(screen.getByRole('menuitem', { name: 'curl' })).toBeVisible();
  });

  it('has no request to preview while nothing has changed', async () => {
    const screen = await renderInConsole(form({ request: () => undefined }));
    await screen.getByText('Request preview').click();
    await expect.element(screen.getByText('No changes to send.')).toBeVisible();
  });
});
