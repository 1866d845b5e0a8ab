import { readFileSync } from 'node:fs';
import { expect, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { field, createByHand } from './oidc-helpers.ts';

test('copies a provider through a file', async ({ page, signInAs, apiAs }) => {
  await signInAs('admin');
  const { id, name } = await createByHand(await apiAs('admin'), fresh('Exported'), {
    scope: 'openid email',
  });

  const [file] = await test.step('exported', async () => {
    await page.goto(`/oidc/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    return Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^Export/ }).click(),
    ]);
  });

  const text = readFileSync(await file.path(), 'utf8');
  await test.step('without its secret', async () => {
    expect(file.suggestedFilename()).toBe(`${name}.yaml`);
    expect(text).toContain(`  - name: ${name}\n`);
    expect(text).toContain('    scope: openid email\n');
    expect(text).toMatch(/ {4}client_secret:\n {6}env: \w+\n/);
  });

  const again = {
    name: 'from-elsewhere.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(text.replace(name, `${name} again`)),
  };
  await test.step('imported into a new provider', async () => {
    await page.getByRole('link', { name: 'OIDC providers' }).first().click();
    await page.getByRole('link', { name: 'New provider' }).click();
    await field(page, 'Name').fill('Typed before');
    await page.locator('input[type=file]').setInputFiles(again);
    await expect(page.getByText('Form filled from from-elsewhere.yaml')).toBeVisible();
  });

  await test.step('the import is undone', async () => {
    await page.getByRole('button', { name: 'Undo import' }).click();
    await expect(field(page, 'Name')).toHaveValue('Typed before');
  });

  await test.step('imported again', async () => {
    await page.locator('input[type=file]').setInputFiles(again);
    await expect(page.getByText('Form filled from from-elsewhere.yaml')).toBeVisible();
    await page.getByLabel('Client secret').fill('typed again');
    await page.getByRole('button', { name: 'Create provider' }).click();
    await page.getByRole('button', { name: 'Create anyway' }).click();
    await expect(heading(page, `${name} again`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove scope email' })).toBeVisible();
  });
});
