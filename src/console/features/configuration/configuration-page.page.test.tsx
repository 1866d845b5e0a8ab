import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectToFitPhone, heading, renderPage } from '../../../testing/pages/render-page.tsx';

const choose = (text: string) =>
  userEvent.upload(
    page.elementLocator(document.querySelector('input[type="file"]') ?? document.body),
    new File([text], 'production.yaml'),
  );

it('plans a file, asks for its secrets and applies it', async () => {
  await renderPage('/configuration', 'admin');
  await expect.element(heading('Configuration')).toBeVisible();
  await choose(`palisade: 1
groups: [{ name: From a file, description: New }]
users: [{ login: filed, group: From a file, password: { env: FILED_PASSWORD } }]
`);
  await expect.element(page.getByText('2 to create, 0 to update, 0 to delete')).toBeVisible();
  await expect
    .element(page.getByRole('row', { name: /Create group From a file description: New/ }))
    .toBeVisible();
  await page.getByLabelText('FILED_PASSWORD').fill('correct horse battery');
  await expectToFitPhone();
  await page.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect.element(page.getByRole('row', { name: /Create user filed .*Done/ })).toBeVisible();
  await page.getByRole('button', { name: 'Plan again' }).click();
  await expect.element(page.getByText('No changes')).toBeVisible();
  await page.getByRole('checkbox', { name: /Prune/ }).click();
  await expect.element(page.getByText("This can't be applied")).toBeVisible();
});

it('says what is wrong with a file, and where', async () => {
  await renderPage('/configuration', 'admin');
  await expect.element(heading('Configuration')).toBeVisible();
  await choose('palisade: 1\nusers: [{ login: filed, password: secret }]\n');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(/Line .?2.?, column .*password.*must be an object with env/);
});
