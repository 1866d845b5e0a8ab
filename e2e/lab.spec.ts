import { expect, expectAccessible, test } from './fixtures.ts';
import { palette } from './palette.ts';

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

  await test.step('from any page', async () => {
    await page.keyboard.press('Control+k');
    await palette(page).fill('scenarios');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Scenarios' });
    await drawer.getByRole('switch', { name: 'Service down' }).click();
    await expect(drawer.getByText('Service down: active')).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(/\/oidc$/);
    await expect(banner).toContainText('Service down is active for everyone');
    expect((await page.request.get('/api/groups')).status()).toBe(503);
  });

  await test.step('deactivates them', async () => {
    await banner.getByRole('button', { name: 'Deactivate' }).click();
    await expect(banner).toBeHidden();
    expect((await page.request.get('/api/groups')).status()).toBe(200);
  });
});

test('shapes the demo', async ({ page }) => {
  await test.step('an unknown scenario in a link', async () => {
    await page.goto('/lab?scenario=no-such');
    await expect(page.getByRole('region', { name: 'Linked scenario' })).toContainText(
      "no-such, which doesn't exist",
    );
  });

  await test.step('an invalid rule', async () => {
    await page.getByLabel('Endpoint').selectOption('GET /groups');
    await page.getByLabel('Status', { exact: true }).fill('200');
    await page.getByRole('button', { name: 'Activate rule' }).click();
    await expect(page.getByText('Enter a status from 400 to 599')).toBeVisible();
  });

  const name = page.getByLabel('Snapshot name');
  const problem = page.getByText('The name must be 1 to 60 letters, digits, spaces, dots or dashes');
  await test.step('an invalid snapshot name', async () => {
    await name.fill('Before: the test');
    await page.getByRole('button', { name: 'Save snapshot' }).click();
    await expect(problem).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('custom rules are activated', async () => {
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
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Actions for Before the test' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await test.step('a snapshot is saved', async () => {
    await name.fill('Before the test');
    await expect(problem).toBeHidden();
    await page.getByRole('button', { name: 'Save snapshot' }).click();
    await expect(row).toBeVisible();
    await page.request.post('/api/groups', {
      data: { data: { name: 'Created after the snapshot', description: '' } },
    });
  });

  await test.step('deleting a snapshot asks first', async () => {
    await choose('Delete…');
    await page
      .getByRole('dialog', { name: 'Delete snapshot' })
      .getByRole('button', { name: 'Cancel' })
      .click();
  });

  await test.step('a snapshot is restored', async () => {
    await choose('Restore…');
    const dialog = page.getByRole('dialog', { name: 'Restore snapshot Before the test' });
    await expect(dialog).toHaveCSS('opacity', '1');
    await expect(dialog).toContainText(/replaces the current data: [\d,]+ groups/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore snapshot Before the test' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
    await expect(page.getByText('The demo data was replaced')).toBeVisible();
  });
});
