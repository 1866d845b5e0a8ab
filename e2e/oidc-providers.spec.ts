import { readFileSync } from 'node:fs';
import { expect, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { field, createByHand } from './oidc-helpers.ts';

test('exports a provider without its secret, and imports it into a new one', async ({
  page,
  signInAs,
  apiAs,
}) => {
  await signInAs('admin');
  const { id, name } = await createByHand(await apiAs('admin'), fresh('Exported'), {
    scope: 'openid email',
  });
  await page.goto(`/oidc/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Export as JSON/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${name}.oidc.json`);
  const text = readFileSync(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ data: { name, scope: 'openid email' } });
  expect(text).not.toContain('secret');
  await page.getByRole('link', { name: 'OIDC providers' }).first().click();
  await page.getByRole('link', { name: 'New provider' }).click();
  await field(page, 'Name').fill('Typed before');
  const again = {
    name: 'from-elsewhere.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text.replace(name, `${name} again`)),
  };
  await page.locator('input[type=file]').setInputFiles(again);
  await expect(page.getByText('Form filled from from-elsewhere.json')).toBeVisible();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(field(page, 'Name')).toHaveValue('Typed before');
  await page.locator('input[type=file]').setInputFiles(again);
  await expect(page.getByText('Form filled from from-elsewhere.json')).toBeVisible();
  await page.getByLabel('Client secret').fill('typed again');
  await page.getByRole('button', { name: 'Create provider' }).click();
  await expect(heading(page, `${name} again`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove scope email' })).toBeVisible();
});
