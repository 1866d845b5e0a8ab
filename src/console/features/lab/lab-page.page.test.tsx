import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { heading, renderPage } from '../../../testing/pages/render-page.tsx';
import { request } from '../../../testing/pages/requests.ts';

/** Presses a button with the keyboard. */
async function press(name: string) {
  const button = page.getByRole('button', { name, exact: true });
  await expect.element(button).toBeVisible();
  // Only the keyboard's focus is kept.
  await userEvent.keyboard('{Shift>}{/Shift}');
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

it("keeps the keyboard's focus while scenarios are activated and deactivated", async () => {
  onTestFinished(() => request<void>('DELETE', '/-/lab/scenario'));
  await renderPage('/lab', 'admin');
  await press('Activate Failing job');
  const activated = page.getByRole('button', { name: 'Failing job: active' });
  await expect.element(activated).toHaveFocus();
  await expect.element(activated).toHaveAttribute('aria-disabled', 'true');
  await press('Deactivate');
  await expect.element(page.getByRole('status', { name: 'Scenario' })).not.toBeInTheDocument();
  await expect.element(heading('Lab')).toHaveFocus();
});
