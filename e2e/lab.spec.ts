import { expect, test } from './fixtures.ts';

// Scenarios affect every client of a gateway, so these tests run one at a time.
test.describe.configure({ mode: 'serial' });

test.beforeEach(async ({ signInAs }) => signInAs('admin'));
test.afterEach(async ({ page }) => {
  await page.request.delete('/-/lab/scenario');
});

test('a scenario is activated from a link, after asking', async ({ page }) => {
  const banner = page.getByRole('status', { name: 'Scenario' });
  await test.step('the link asks', async () => {
    await page.goto('/jobs?scenario=version-9.5');
    const asked = page.getByRole('region', { name: 'Linked scenario' });
    await expect(asked).toContainText('Version 9.5 for everyone who uses this gateway');
    expect((await (await page.request.get('/-/lab/scenario')).json()).active).toBeNull();
    await asked.getByRole('button', { name: 'Activate Version 9.5' }).click();
    await expect(asked).toBeHidden();
    await expect(banner).toContainText('Version 9.5');
  });

  await test.step('it is deactivated on every page', async () => {
    await banner.getByRole('button', { name: 'Deactivate' }).click();
    await expect(banner).toBeHidden();
    expect((await page.request.get('/api/groups')).status()).toBe(200);
  });
});

test('a snapshot is restored, which ends every session', async ({ page, signInAs }) => {
  const countGroups = async () =>
    (await (await page.request.get('/api/groups?limit=1')).json()).rows as number;
  const before = await countGroups();
  await page.goto('/lab');
  const row = page.getByRole('grid', { name: 'Snapshots' }).getByRole('row', { name: /^Before the test/ });
  await test.step('a snapshot is saved', async () => {
    await page.getByLabel('Snapshot name').fill('Before the test');
    await page.getByRole('button', { name: 'Save snapshot' }).click();
    await expect(row).toBeVisible();
    await page.request.post('/api/groups', {
      data: { data: { name: 'Created after the snapshot', description: '' } },
    });
  });

  await test.step('a snapshot is restored', async () => {
    await row.getByRole('button', { name: 'Actions for Before the test' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore snapshot Before the test' });
    await dialog.getByRole('button', { name: 'Restore snapshot Before the test' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
    await expect(page.getByText('The demo data was replaced')).toBeVisible();
    await signInAs('admin');
    expect(await countGroups()).toBe(before);
  });
});
