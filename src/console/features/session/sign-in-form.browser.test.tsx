import { expect, it, vi } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Sends the form to a service that rejects it. @returns the form's button and alert */
async function reject(status: number, sentence: string, headers?: HeadersInit) {
  const busy = async () => Response.json({ detail: [sentence] }, { status, ...(headers && { headers }) });
  vi.spyOn(globalThis, 'fetch').mockImplementation(busy);
  const ref = { current: null };
  const screen = await renderInConsole(
    <SignInForm login="ann" passwordRef={ref} onLogin={() => undefined} onSignedIn={() => undefined} />,
  );
  const button = screen.getByRole('button', { name: 'Sign in' });
  await button.click();
  return { button, alert: screen.getByRole('alert') };
}

it('keeps the focus of the button while too many sign-ins have failed', async () => {
  const { button, alert } = await reject(429, 'too many failed sign-ins', { 'retry-after': '60' });
  await expect.element(button).toBeDisabled();
  // Browsers take the focus from a disabled button a moment later.
  await expect.element(alert).toHaveTextContent('Try again in 59 seconds.');
  await expect.element(button).toHaveFocus();
});

it('says until when a busy service asks to wait, and keeps the button and its focus', async () => {
  const { button, alert } = await reject(503, 'the service is overloaded', { 'retry-after': '7200' });
  const text = /The service is overloaded\. The service asks to wait until .*\d+:\d+ [AP]M\.$/;
  await expect.element(alert).toHaveTextContent(text);
  await expect.element(button).toBeEnabled();
  await expect.element(button).toHaveFocus();
});
