import { readFileSync } from 'node:fs';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { field, demoRecord, createByHand } from './oidc-helpers.ts';

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
  await page.goto('/oidc/new');
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

test('explains on the sign-in page why a sign-in failed, and what to do', async ({ page, apiAs }) => {
  const { id } = await demoRecord(await apiAs('admin'));
  await page.goto(`/sign-in?oidc_error=client_refused&oidc_op=${id}&reference=BKTMRWQP`);
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't sign in with" });
  await expect(alert).toContainText('rejected the service’s client ID or secret');
  await expect(alert).toContainText('Step: token request. Code: client_refused. Reference: BKTMRWQP');
  await expectAccessible(page);
  await page.goto('/sign-in?oidc_error=from_the_future');
  await expect(page.getByRole('alert')).toContainText('doesn’t know');
});
