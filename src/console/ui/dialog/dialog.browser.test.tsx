import { Button, Menu, MultiSelect, TextInput } from '@mantine/core';
import { createHashHistory, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { Suspense, use, useState, type ReactNode } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInConsole } from '../../../testing/render.tsx';
import { FormShell } from '../form-shell.tsx';
import { ConfirmDialog } from './confirmation.tsx';
import { closeNow, Dialog } from './dialog.tsx';

function Opener({ dialog }: { dialog(close: () => void): ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && dialog(() => setOpen(false))}
    </>
  );
}

async function renderDialog(dialog: (close: () => void) => ReactNode) {
  const screen = await renderInConsole(<Opener dialog={dialog} />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await opener.click();
  return { screen, opener };
}

it.each([
  [undefined, 480],
  ['lg', 640],
])('of size %s is %d px wide', async (size, width) => {
  await page.viewport(1000, 700);
  const { screen } = await renderDialog((close) => (
    <Dialog title="Acme" size={size} onClose={close}>
      <p>Text</p>
    </Dialog>
  ));
  await expect.poll(() => screen.getByRole('dialog').element().getBoundingClientRect().width).toBe(width);
});

const editing = (close: () => void) => (
  <Dialog title="Edit Acme" onClose={close}>
    <TextInput label="Name" />
  </Dialog>
);

function MenuOpener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button>More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen(true)}>Edit</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open && editing(() => setOpen(false))}
    </>
  );
}

/** A page at `/groups` that has to load something once its dialog is saved. @param next the page that it leads to */
function LoadingPage({ next }: { next?: string }) {
  const [saved, setSaved] = useState(false);
  const navigate = useNavigate();
  const atGroups = useLocation().pathname === '/groups';
  if (saved) use(never);
  if (!atGroups) return <Button onClick={() => void navigate({ to: '/groups' })}>Groups</Button>;
  return (
    <Dialog title="New group" onClose={() => setSaved(true)}>
      <TextInput label="Name" />
      <Button
        onClick={() => {
          closeNow(() => setSaved(true));
          if (next) void navigate({ to: next });
        }}
      >
        Save
      </Button>
    </Dialog>
  );
}
const never = new Promise<never>(() => undefined);

function Address() {
  const { history } = useRouter();
  return (
    <>
      <output>{useLocation().pathname}</output>
      <Button onClick={() => history.back()}>Back</Button>
    </>
  );
}

describe('Dialog', () => {
  it.each([
    ['a link', '/jobs'],
    ['Back', undefined],
  ])("doesn't block %s once closed, even if the page is loading", async (_, next) => {
    const screen = await renderInConsole(
      <>
        <Address />
        <Suspense fallback="Loading">
          <LoadingPage {...(next && { next })} />
        </Suspense>
      </>,
      // Nothing can block Back in a memory history.
      createHashHistory(),
    );
    onTestFinished(() => location.replace('#/'));
    await screen.getByRole('button', { name: 'Groups' }).click();
    await userEvent.fill(screen.getByLabelText('Name'), 'Acme');
    await screen.getByRole('button', { name: 'Save' }).click();
    if (!next) await screen.getByRole('button', { name: 'Back' }).click();
    await expect.element(screen.getByRole('status')).toHaveTextContent(next ?? /^\/$/);
  });

  it("returns the focus to the menu's button if it was opened from a menu", async () => {
    const screen = await renderInConsole(<MenuOpener />);
    const button = screen.getByRole('button', { name: 'More' });
    await button.click();
    await screen.getByRole('menuitem', { name: 'Edit' }).click();
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    await expect.element(screen.getByRole('menuitem')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
  });

  it('closes a menu that has not got the focus yet on Escape', async () => {
    const screen = await renderInConsole(<MenuOpener />);
    const button = screen.getByRole('button', { name: 'More' });
    const element = button.element() as HTMLElement;
    element.focus();
    // As two keys do that were pressed while the page was busy.
    flushSync(() => element.click());
    expect(element.ariaExpanded).toBe('true');
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await expect.element(button).toHaveAttribute('aria-expanded', 'false');
    await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });

  it('asks before typed input is lost', async () => {
    const { screen } = await renderDialog(editing);
    const name = screen.getByLabelText('Name');
    await userEvent.fill(name, 'Acme Europe');
    await userEvent.keyboard('{Escape}');
    const question = screen.getByRole('dialog', { name: 'Close without saving?' });
    await expect.element(question).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(name).toHaveValue('Acme Europe');
    await screen.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.element(question).toBeVisible();
  });

  it('closes on Escape if nothing can be lost anymore while it asks', async () => {
    const onClose = vi.fn<() => void>();
    const dialog = (loss?: null) => (
      <Dialog title="Edit Acme" onClose={onClose} {...(loss === null && { loss })}>
        <TextInput label="Name" />
      </Dialog>
    );
    const screen = await renderInConsole(dialog());
    await userEvent.fill(screen.getByLabelText('Name'), 'Acme Europe');
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
    screen.replace(dialog(null));
    await expect.element(screen.getByRole('dialog')).toHaveAccessibleName('Edit Acme');
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks before the removal of an option is lost', async () => {
    const { screen } = await renderDialog((close) => (
      <Dialog title="Edit bob" onClose={close}>
        <MultiSelect label="Roles" data={['Auditors']} defaultValue={['Auditors']} searchable />
      </Dialog>
    ));
    await screen.getByRole('combobox', { name: 'Roles' }).click();
    await userEvent.click(document.querySelector('.mantine-Pill-remove') ?? document.body);
    await expect.poll(() => document.querySelector('.mantine-Pill-root')).toBeNull();
    await screen.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.element(screen.getByRole('dialog', { name: 'Close without saving?' })).toBeVisible();
  });

  it('stays open on a click outside', async () => {
    const { screen } = await renderDialog(editing);
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true });
    await expect.element(screen.getByRole('dialog')).toBeVisible();
  });
});

const form = (submitting: boolean) => (close: () => void) => (
  <Dialog title={`Edit ${'Wolfeschlegelsteinhausenbergerdorff'.repeat(7)}`} onClose={close}>
    <FormShell
      form={{ problems: { rest: [] }, submitting }}
      failure="Couldn't save"
      action="Save changes"
      request={() => undefined}
      onSubmit={() => undefined}
      onCancel={close}
    >
      {Array.from({ length: 12 }, (_, index) => (
        <TextInput key={index} label={`Field ${index}`} />
      ))}
    </FormShell>
  </Dialog>
);

describe('a form in a dialog', () => {
  it('keeps the focused field clear of the header and the buttons', async () => {
    await page.viewport(640, 512);
    await renderDialog(form(false));
    const hidden = new Set<string>();
    for (const key of ['{Tab}', '{Shift>}{Tab}{/Shift}'])
      for (let count = 0; count < 16; count += 1) {
        await userEvent.keyboard(key);
        const { activeElement } = document;
        const { x, y, width, height } = activeElement?.getBoundingClientRect() ?? new DOMRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        if (!activeElement?.contains(top)) hidden.add(activeElement?.outerHTML ?? '');
      }
    expect([...hidden]).toEqual([]);
  });

  it('stays open while it is being sent', async () => {
    const { screen } = await renderDialog(form(true));
    await userEvent.fill(screen.getByLabelText('Field 1', { exact: true }), 'typed');
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('button', { name: 'Close', exact: true })).toBeDisabled();
    await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(screen.getByRole('dialog').elements()).toHaveLength(1);
  });
});

describe('ConfirmDialog', () => {
  const confirmation = (props: Partial<Parameters<typeof ConfirmDialog>[0]>) => (close: () => void) => (
    <ConfirmDialog
      title="Delete Acme"
      action="Delete 12 groups"
      onConfirm={() => undefined}
      onClose={close}
      {...props}
    >
      This can't be undone.
    </ConfirmDialog>
  );

  it('focuses Cancel, so that Enter deletes nothing', async () => {
    const onConfirm = vi.fn<() => void>();
    const { screen } = await renderDialog(confirmation({ onConfirm }));
    await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('confirms offline what sends nothing', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const onConfirm = vi.fn<() => void>();
    const sending = await renderDialog(confirmation({ onConfirm, form: {} }));
    await sending.screen.getByRole('button', { name: 'Delete 12 groups' }).click({ force: true });
    expect(onConfirm).not.toHaveBeenCalled();
    await sending.screen.unmount();
    const { screen } = await renderDialog(confirmation({ onConfirm, action: 'Discard changes' }));
    await screen.getByRole('button', { name: 'Discard changes' }).click({ force: true });
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('keeps the focus on its button while what it deletes is checked again', async () => {
    function Checking({ onClose }: { onClose(): void }) {
      const [submitting, setSubmitting] = useState(false);
      const check = () => setSubmitting(true);
      return confirmation({ form: { submitting }, disabled: submitting, onConfirm: check })(onClose);
    }
    const { screen } = await renderDialog((close) => <Checking onClose={close} />);
    const button = screen.getByRole('button', { name: 'Delete 12 groups' });
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveFocus();
  });
});

it('leaves the focus in the dialog around it if its opener is disabled by then', async () => {
  function Outer({ onClose }: { onClose(): void }) {
    const [step, setStep] = useState<'before' | 'open' | 'after'>('before');
    return (
      <Dialog title="Outer" onClose={onClose}>
        <Button disabled={step === 'after'} onClick={() => setStep('open')}>
          Continue
        </Button>
        {step === 'open' && (
          <Dialog title="Inner" onClose={() => setStep('after')}>
            <TextInput label="Name" />
          </Dialog>
        )}
      </Dialog>
    );
  }
  const { screen } = await renderDialog((close) => <Outer onClose={close} />);
  await screen.getByRole('button', { name: 'Continue' }).click();
  const inner = screen.getByRole('dialog', { name: 'Inner' });
  await inner.getByRole('button', { name: 'Close' }).click();
  await expect.element(inner).not.toBeInTheDocument();
  await expect
    .poll(() => document.activeElement?.closest('[role=dialog]')?.getAttribute('aria-labelledby'))
    .toBe(screen.getByRole('dialog', { name: 'Outer' }).element().getAttribute('aria-labelledby'));
});
