import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parse } from 'yaml';
import { serviceKind } from '../../../api/kind.ts';
import { expectAccessible } from '../../../../testing/accessible.ts';
import {
  chooseAction,
  chooseByKeys,
  chooseFor,
  expectToFitPhone,
  field,
  heading,
  renderPage,
} from '../../../../testing/pages/render-page.tsx';
import { createProvider, refuse } from '../../../../testing/pages/requests.ts';

const row = (name: string) => page.getByRole('row', { name });

it('has the new name of a provider before it is listed again', async () => {
  await createProvider('Before');
  const { history } = await renderPage('/oidc', 'admin');
  await row('Before').click();
  await field('Name').fill('After');
  await refuse('listOidcOps', 500);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(heading('After')).toBeVisible();
  history.push('/oidc');
  await expect.element(row('After')).toBeVisible();
  await expect.element(row('Before')).not.toBeInTheDocument();
});

it('searches and sorts providers, shows their states, deletes one and duplicates another', async () => {
  const edited = await createProvider('Zebra', { client_id: 'striped' });
  const { address } = await renderPage('/oidc?q=zebra', 'admin');
  const search = page.getByLabelText('Search providers');
  await search.fill('striped');
  await expect.element(page.getByRole('row')).toHaveLength(2);
  await expect.element(page.getByRole('link', { name: 'Zebra', exact: true })).toBeVisible();
  await expect.poll(address).toMatch(/q=striped/);
  await search.fill('');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect
    .element(page.getByRole('columnheader', { name: 'Name', exact: true }))
    .toHaveAttribute('aria-sort', 'descending');
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('Zebra');
  await expect.element(row('Zebra')).toHaveTextContent(/(Unknown|Broken) for/);
  await expectAccessible();

  await chooseFor('Zebra', 'Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete Zebra' });
  await expect.element(dialog).toHaveTextContent('You can recreate it in Activity, but with a new ID');
  await dialog.getByRole('button', { name: 'Delete Zebra' }).click();
  await expect.element(page.getByText('Zebra deleted')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Zebra', exact: true })).not.toBeInTheDocument();
  await renderPage(edited, 'admin');
  await expect.element(heading(/^Provider \d+ not found$/)).toBeVisible();

  await page.getByRole('link', { name: 'All providers' }).click();
  await expectToFitPhone();
  await chooseFor('Demo sign-in', 'Duplicate');
  await expect.element(field('Name')).toHaveValue('Demo sign-in (copy)');
  await expect.element(page.getByLabelText('Client secret')).toHaveValue('');
  await expectToFitPhone();
  await page.getByLabelText('Client secret').fill('typed');
  await page.getByRole('button', { name: 'Create provider' }).click();
  await expect
    .element(page.getByRole('dialog', { name: 'Create another provider like Demo sign-in?' }))
    .toBeVisible();
});

it('combines what is clicked before the address shows the first', async () => {
  const { address } = await renderPage('/oidc?q=sign-in', 'admin');
  const updated = page.getByRole('button', { name: 'Updated', exact: true });
  await expect.element(updated).toBeVisible();
  // Sorts, and then reverses the order.
  for (let click = 0; click < 2; click += 1) (updated.element() as HTMLElement).click();
  await expect.poll(address).toBe('/oidc?q=sign-in&sort=-updated_at');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true });
  await expect.element(choice('Passed')).toBeVisible();
  for (const name of ['Passed', 'Failed', 'Offered']) (choice(name).element() as HTMLElement).click();
  await expect
    .poll(address)
    .toBe('/oidc?q=sign-in&sort=-updated_at&last_test=passed%2Cfailed&sign_out=local');
});

it('shows the paths of providers that have the same name, also before one is deleted', async () => {
  const paths = [await createProvider('Twin'), await createProvider('Twin')].map((address) =>
    address.replace('/oidc', '/oidc_ops'),
  );
  await renderPage('/oidc?q=Twin', 'admin');
  for (const path of paths) await expect.element(row(path)).toHaveTextContent(`Twin${path}`);
  await renderPage(paths[0]!.replace('/oidc_ops', '/oidc'), 'admin');
  await chooseAction('Delete');
  await expect.element(page.getByRole('dialog', { name: `Delete Twin (${paths[0]})` })).toBeVisible();
});

it('copies a provider as an entry of a configuration file, without its secret', async () => {
  await createProvider('Copied: 1', { client_id: 'carried' });
  await renderPage('/oidc', 'admin');
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await chooseFor('Copied: 1', 'Copy as file entry');
  await expect.poll(() => written.mock.calls.length).toBe(1);
  const entry = written.mock.calls[0]?.[0] ?? '';
  expect(entry).toMatch(
    /^  - name: "Copied: 1"\n[^]*\n    client_id: carried\n[^]*\n      env: COPIED_1_\w{8}_SECRET\n/,
  );
  expect(entry).not.toMatch(/Demo sign-in|the stored secret|^\S/m);
  const { oidc_providers: read } = parse(`oidc_providers:\n${entry}`) as {
    oidc_providers: { name: string }[];
  };
  expect(read.map(({ name }) => name)).toEqual(['Copied: 1']);
});

it('suspends a button with the keyboard, and resumes it on its page', async () => {
  const address = await createProvider('Paused');
  const { history } = await renderPage('/oidc?q=Paused', 'admin');
  const menu = page.getByRole('button', { name: 'Actions for Paused' });
  await chooseByKeys('Paused', 'Suspend button');
  const dialog = page.getByRole('dialog', { name: 'Suspend the button of Paused?' });
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(row('Paused')).toHaveTextContent('Suspended');
  await expect
    .element(page.getByRole('alert').or(page.getByRole('status')).getByText('Button suspended'))
    .toBeVisible();
  await expect.element(menu).toHaveFocus();
  await expectAccessible();
  await expectToFitPhone();

  history.push(address);
  await expect.element(page.getByText('Suspended', { exact: true })).toBeVisible();
  await chooseAction('Resume button');
  await page.getByRole('dialog').getByRole('button', { name: 'Resume button' }).click();
  await expect.element(page.getByText('Button resumed')).toBeVisible();
  history.push('/oidc?q=Paused');
  await expect.element(row('Paused')).toBeVisible();
  await expect.element(row('Paused')).not.toHaveTextContent('Suspended');

  // Other services have no such endpoint.
  serviceKind.set('documented');
  await menu.click();
  await expect.element(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Suspend button' })).not.toBeInTheDocument();
});
