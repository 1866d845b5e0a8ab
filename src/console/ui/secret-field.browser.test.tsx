import { useRef, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../testing/render.tsx';
import { SecretField, unseenIn, type SecretMode } from './secret-field.tsx';

interface ExampleProps {
  initial: SecretMode;
  onFilled?(filled: boolean): void;
}

function Example({ initial, onFilled = () => undefined }: ExampleProps) {
  const [mode, setMode] = useState(initial);
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <SecretField
      id="secret"
      mode={mode}
      enteredAt={undefined}
      inputRef={inputRef}
      onModeChange={setMode}
      onFilled={onFilled}
    />
  );
}

describe('SecretField', () => {
  it('is required while there is no stored secret', async () => {
    const screen = await renderInConsole(<Example initial="set" />);
    await expect.element(screen.getByLabelText('Client secret')).toBeRequired();
  });

  it.each([
    ['secret ', 'starts or ends'],
    ['\u200Bsecret', 'starts or ends'],
    ['sec\u00ADret', 'contains'],
    ['sec ret', 'contains'],
    ['sec\u00A0ret', 'contains'],
    ['sec\tret', 'contains'],
    ['sec\u2800ret', 'contains'],
  ])('warns of what is unseen in %j', async (typed, words) => {
    const screen = await renderInConsole(<Example initial="set" />);
    const input = screen.getByLabelText('Client secret');
    const warning = new RegExp(`It ${words} (with )?a space or an invisible character`);
    await input.fill(typed);
    await expect.element(input).toHaveAccessibleDescription(warning);
    await input.fill('secret');
    await expect.element(input).not.toHaveAccessibleDescription(warning);
  });

  it('accepts spaces between the words of a password', () => {
    expect(unseenIn('correct horse', true)).toBeUndefined();
    expect(unseenIn('correct horse ', true)).toMatch(/^starts or ends/);
    expect(unseenIn('correct\u00A0horse', true)).toMatch(/^contains/);
  });

  it('drops the typed secret when the stored one is kept', async () => {
    const onFilled = vi.fn<(filled: boolean) => void>();
    const screen = await renderInConsole(<Example initial="replacing" onFilled={onFilled} />);
    await userEvent.fill(screen.getByLabelText('Client secret'), 'typed secret');
    expect(onFilled).toHaveBeenLastCalledWith(true);
    await screen.getByRole('button', { name: 'Keep stored secret' }).click();
    expect(onFilled).toHaveBeenLastCalledWith(false);
    await screen.getByRole('button', { name: 'Replace secret' }).click();
    await expect.element(screen.getByLabelText('Client secret')).toHaveValue('');
  });

  it('shows the characters on demand, also by keyboard', async () => {
    const screen = await renderInConsole(<Example initial="set" />);
    const input = screen.getByLabelText('Client secret');
    await input.click();
    await expect.element(input).toHaveAttribute('type', 'password');
    await userEvent.keyboard('{Tab}');
    await expect.element(screen.getByRole('button', { name: 'Show characters' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(input).toHaveAttribute('type', 'text');
  });
});
