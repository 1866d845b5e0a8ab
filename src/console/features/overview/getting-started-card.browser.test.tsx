import { expect, it } from 'vitest';
import { renderInConsole } from '../../../testing/render.tsx';
import { GettingStarted, type Step } from './getting-started-card.tsx';

const steps: Step[] = [
  { id: 'provider', label: 'Create a provider', done: true },
  { id: 'user', label: 'Create a user', done: false },
];

it('shows what is done, until the user hides it', async () => {
  const screen = await renderInConsole(<GettingStarted steps={steps} />);
  const card = screen.getByRole('region', { name: 'Get started' });
  await expect.element(card).toHaveTextContent('1 of 2 done');
  await expect.element(card.getByRole('listitem').first()).toHaveTextContent('Create a provider (done)');
  await expect.element(card.getByRole('link', { name: 'New user' })).toBeVisible();
  await card.getByRole('button', { name: 'Hide the checklist' }).click();
  await expect.element(card).not.toBeInTheDocument();
  expect(localStorage.getItem('palisade-getting-started-hidden')).toBe('true');
});
