import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInConsole } from '../../testing/render.tsx';
import { CopyByHand, useCopy } from './copying.tsx';

function Path() {
  const { copy, copied } = useCopy();
  return (
    <>
      <button type="button" onClick={() => copy('/groups/5')}>
        {copied ? 'Copied' : 'Copy'}
      </button>
      <CopyByHand />
    </>
  );
}

describe('a text that the browser', () => {
  it('lets the page copy is copied', async () => {
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const screen = await renderInConsole(<Path />);
    await screen.getByRole('button', { name: 'Copy' }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(written).toHaveBeenCalledWith('/groups/5');
  });

  it('lets the page copy only in the older way is copied, too', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    const screen = await renderInConsole(<Path />);
    await screen.getByRole('button', { name: 'Copy' }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  it("doesn't let the page copy is selected for the user to copy", async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    vi.spyOn(document, 'execCommand').mockReturnValue(false);
    const screen = await renderInConsole(<Path />);
    await screen.getByRole('button', { name: 'Copy' }).click();
    const field = screen.getByRole('textbox', { name: 'Text to copy' });
    await expect.element(field).toHaveFocus();
    await expect.element(screen.getByRole('button', { name: 'Copy' })).toBeInTheDocument();
    await expect.element(field).toHaveValue('/groups/5');
    expect(String(getSelection())).toBe('/groups/5');
    await userEvent.keyboard('{Control>}c{/Control}');
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toHaveFocus();
  });
});
