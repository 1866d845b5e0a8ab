import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import { expectToFitPhone, field, renderPage } from '../../../../testing/pages/render-page.tsx';
import { createProvider, sendAs } from '../../../../testing/pages/requests.ts';

const panel = page.getByRole('region', { name: 'Does sign-in work?' });
const probe = panel.getByRole('switch', { name: 'Probe the client secret' });
const look = panel.getByRole('button', { name: 'Look now' });

const openChecks = () => page.getByRole('tab', { name: /^Checks/ }).click();

it('probes the secret, and says the same in the header, the list and the overview', async () => {
  const { history } = await renderPage('/oidc/1', 'admin');
  await openChecks();
  await probe.click();
  await expect.element(probe).toBeChecked();
  await look.click();
  await expect.element(panel).toHaveTextContent(/Works for/);
  await expect.element(panel).toHaveTextContent(/First certificate ends20\d\d-/);
  await expect.element(page.getByText('Works', { exact: true })).toHaveLength(2);
  await expectAccessible();
  await expectToFitPhone();
  history.push('/oidc');
  await expect.element(page.getByRole('row', { name: 'Demo sign-in' })).toHaveTextContent(/Works for/);
});

it('remembers when the secret ends, also of a new provider', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const address = await createProvider('Ending');
  const { history } = await renderPage(address, 'admin');
  await field('Secret ends on').fill(inDays(6));
  await field('Name').click();
  await expect.element(page.getByText(`Client secret ends on ${inDays(6)}`)).toBeVisible();
  // Half a date.
  await field('Secret ends on').click();
  await userEvent.keyboard('{Backspace}');
  await field('Name').click();
  await expect.element(page.getByText('End of the client secret removed')).not.toBeInTheDocument();
  history.push('/');
  const ends = page.getByRole('region', { name: 'Ends soon' });
  await expect.element(ends).toHaveTextContent(`Client secret of Ending${inDays(6)} · in 6 days`);
  await expect.element(ends.getByRole('button', { name: 'Export to calendar' })).toBeVisible();
  history.push(`/oidc/new?from=${address.split('/').at(-1)}`);
  await field('Name').fill('Copied');
  await field('Client ID').fill('another');
  await page.getByLabelText('Client secret').fill('a secret');
  await field('Secret ends on').fill(inDays(9));
  await page.getByRole('button', { name: 'Create provider' }).click();
  await expect.element(page.getByRole('heading', { name: 'Copied' })).toBeVisible();
  await expect.element(field('Secret ends on')).toHaveValue(inDays(9));
});

it('is read-only for an auditor', async () => {
  await sendAs('admin', '/api/oidc_ops/1/watch').catch(() => undefined);
  await renderPage('/oidc/1', 'auditor');
  await openChecks();
  await expect.element(panel).toBeVisible();
  await expect.element(probe).toBeDisabled();
  await expect.element(look).not.toBeInTheDocument();
});
