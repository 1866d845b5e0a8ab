import { Button, MultiSelect, TextInput } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../testing/render.tsx';
import { FormShell, type FormProblems } from './form-shell.tsx';

const request = {
  line: 'PUT /api/users/2',
  body: '{"data":{"login":"ada"}}',
  commands: [{ label: 'curl', text: 'curl …' }],
};

interface ExampleProps extends Partial<ComponentProps<typeof FormShell>> {
  problems?: FormProblems;
  /** The problem with the display name. */
  nameProblem?: string;
  submitting?: boolean;
}

function form({
  problems = { rest: [] },
  nameProblem,
  submitting = false,
  children,
  ...props
}: ExampleProps = {}) {
  return (
    <FormShell
      form={{ problems, submitting }}
      failure="Couldn't save ada"
      action="Save changes"
      request={() => request}
      onSubmit={() => undefined}
      onCancel={() => undefined}
      {...props}
    >
      <TextInput label="Login" />
      <TextInput label="Display name" error={nameProblem} />
      {children}
    </FormShell>
  );
}

/** A form that is submitting until the button below it is clicked. */
function SendingForm({ onSubmit }: { onSubmit: () => void }) {
  const [submitting, setSubmitting] = useState(false);
  return (
    <>
      {form({
        submitting,
        onSubmit: () => {
          onSubmit();
          setSubmitting(true);
        },
      })}
      <Button onClick={() => setSubmitting(false)}>End</Button>
    </>
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

  it('focuses the first invalid field and describes it', async () => {
    const screen = await renderInConsole(form({ nameProblem: 'is too long' }));
    const field = screen.getByLabelText('Display name');
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAccessibleDescription('is too long');
  });

  it('summarizes problems that belong to no field', async () => {
    const problems = { rest: ['the group is being deleted', 'try again later'] };
    const screen = await renderInConsole(form({ problems }));
    const alert = screen.getByRole('alert', { name: "Couldn't save ada" });
    await expect.element(alert).toHaveTextContent('the group is being deleted');
    await expect.element(alert).toHaveTextContent('try again later');
  });

  it('submits on Enter in a field, without reloading the page', async () => {
    const onSubmit = vi.fn<() => void>();
    const screen = await renderInConsole(form({ onSubmit }));
    await screen.getByLabelText('Login').click();
    await userEvent.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('cancels without submitting', async () => {
    const [onSubmit, onCancel] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const screen = await renderInConsole(form({ onSubmit, onCancel }));
    await screen.getByRole('button', { name: 'Cancel' }).click();
    expect([onSubmit.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1]);
  });

  it('can be submitted only once at a time, and keeps the focus', async () => {
    const onSubmit = vi.fn<() => void>();
    const screen = await renderInConsole(<SendingForm onSubmit={onSubmit} />);
    const save = screen.getByRole('button', { name: 'Save changes' });
    await save.click();
    await expect.element(save).toHaveAttribute('aria-disabled', 'true');
    await expect.element(save).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await screen.getByLabelText('Login').click();
    await userEvent.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
    (screen.getByRole('button', { name: 'End' }).element() as HTMLElement).click();
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
