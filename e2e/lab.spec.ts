import { expect, expectAccessible, test } from './fixtures.ts';

// Scenarios affect every client of a gateway, so these tests run one at a time.
test.describe.configure({ mode: 'serial' });

test.beforeEach(async ({ signInAs }) => signInAs('admin'));
test.afterEach(async ({ page }) => {
  await page.request.delete('/-/lab/scenario');
});

test('activates scenarios', async ({ page }) => {
  const banner = page.getByRole('status', { name: 'Scenario' });
  await test.step('from a link, after asking', async () => {
    await page.goto('/jobs?scenario=version-9.5');
    const asked = page.getByRole('region', { name: 'Linked scenario' });
    await expect(asked).toContainText('Version 9.5 for everyone who uses this gateway');
    expect((await (await page.request.get('/-/lab/scenario')).json()).active).toBeNull();
    await asked.getByRole('button', { name: 'Activate Version 9.5' }).click();
    await expect(asked).toBeHidden();
    await expect(banner).toContainText('Version 9.5');
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'OIDC providers' })
      .click();
    const requirement = page.getByText('Requires version 9.6.0 or later.');
    await expect(requirement).toBeVisible();
  });

  await test.step('deactivates them', async () => {
    await banner.getByRole('button', { name: 'Deactivate' }).click();
    await expect(banner).toBeHidden();
    expect((await page.request.get('/api/groups')).status()).toBe(200);
  });
});

test('shapes the demo', async ({ page }) => {
  const name = page.getByLabel('Snapshot name');
  await test.step('custom rules are activated', async () => {
    await page.goto('/lab');
    await page.getByLabel('Endpoint').selectOption('GET /groups');
    await page.getByLabel('Status', { exact: true }).fill('418');
    await page.getByLabel('Detail').fill('short and stout');
    await page.getByRole('button', { name: 'Activate rule' }).click();
    await expect(page.getByText('Custom rules: active', { exact: true })).toBeVisible();
    await page.getByLabel('Endpoint').selectOption('GET /roles');
    await page.getByRole('button', { name: 'Add to active rules' }).click();
    const active = page.getByRole('region', { name: 'Active scenario' });
    await expect(active).toContainText('GET /groups: return an error (1 left, used 0 times)');
    await expect(active).toContainText('GET /roles: return an error (1 left, used 0 times)');
    const refused = await page.request.get('/api/groups');
    expect(refused.status()).toBe(418);
    expect(await refused.json()).toEqual({ detail: ['short and stout'] });
    expect((await page.request.get('/api/groups')).status()).toBe(200);
  });

  const row = page.getByRole('grid', { name: 'Snapshots' }).getByRole('row', { name: /^Before the test/ });
  await test.step('a snapshot is saved', async () => {
    await name.fill('Before the test');
    await page.getByRole('button', { name: 'Save snapshot' }).click();
    await expect(row).toBeVisible();
    await page.request.post('/api/groups', {
      data: { data: { name: 'Created after the snapshot', description: '' } },
    });
  });

  await test.step('a snapshot is restored', async () => {
    await row.getByRole('button', { name: 'Actions for Before the test' }).click();
    await page.getByRole('menuitem', { name: 'Restore…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore snapshot Before the test' });
    await expect(dialog).toHaveCSS('opacity', '1');
    await expect(dialog).toContainText(/replaces the current data: [\d,]+ groups/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore snapshot Before the test' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
    await expect(page.getByText('The demo data was replaced')).toBeVisible();
  });
});
