import { expect, it, onTestFinished, vi } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { SignInForm } from './sign-in-form.tsx';

it('says what a service says that rejects sign-ins without a time to wait', async () => {
  const busy = async () => Response.json({ detail: ['rate limit exceeded'] }, { status: 429 });
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(busy);
  onTestFinished(() => spy.mockRestore());
  const ref = { current: null };
  const screen = await renderInConsole(
    <SignInForm login="ann" passwordRef={ref} onLogin={() => undefined} onSignedIn={() => undefined} />,
  );
  await screen.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(/Rate limit exceeded\.$/);
});
