import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { expectToFitPhone, renderPage } from '../../../testing/pages/render-page.tsx';
import { request } from '../../../testing/pages/requests.ts';

it('says calmly who may change the demo data, and leaves the scenarios to everyone', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch');
  await renderPage('/lab', 'guest');
  const refusal = page.getByRole('region', { name: 'Demo data' }).getByRole('alert');
  await expect.element(refusal).toHaveTextContent('You need Users, roles and keys · change');
  expect(getComputedStyle(refusal.element()).textAlign).toBe('center');
  await expect.element(refusal.getByRole('button', { name: 'Copy request' })).toBeVisible();
  await expect.element(refusal.getByRole('link', { name: 'What would allow this?' })).toBeVisible();
  await expect.element(page.getByRole('switch', { name: 'Slow job' })).toBeVisible();
  // By the page's loader, and not again by the page.
  expect(fetch.mock.calls.filter(([address]) => address === '/-/lab/data')).toHaveLength(1);
});

it('shows scenarios on a board by category, one of which can be active', async () => {
  onTestFinished(() => request<void>('DELETE', '/-/lab/scenario'));
  await renderPage('/lab', 'admin');
  const card = (category: string, name: string) =>
    page.getByRole('region', { name: category, exact: true }).getByRole('switch', { name });
  await card('Versions', 'Version 9.5').click();
  const active = page.getByRole('status', { name: 'Scenario' });
  await expect.element(active).toHaveTextContent('Version 9.5 is active');
  // Another one replaces it.
  await card('Jobs', 'Slow job').click();
  await expect.element(active).toHaveTextContent('Slow job is active');
  await expect.element(card('Versions', 'Version 9.5')).not.toBeChecked();
  await expectAccessible();
  await card('Jobs', 'Slow job').click();
  await expect.element(active).not.toBeInTheDocument();
  await expectToFitPhone();
});
