import { expect, expectAccessible, test } from './fixtures.ts';

// Scenarios act on every client of a gateway: one test at a time.
test.describe.configure({ mode: 'serial' });

test.beforeEach(async ({ signInAs }) => signInAs('admin'));
test.afterEach(async ({ page }) => {
  await page.request.delete('/-/lab/scenario');
});

test('switches a scenario on from any page, says so on every page, and off again', async ({ page }) => {
  await page.goto('/oidc');
  await expect(page.getByRole('heading', { name: 'OIDC providers', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search pages, actions and groups' }).fill('scenarios');
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Scenarios' });
  await drawer.getByRole('button', { name: 'Switch on Service down' }).click();
  await expect(drawer.getByText('Service down is on')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const banner = page.getByRole('status', { name: 'Scenario' });
  await expect(banner).toContainText('Service down is on for everybody');
  expect((await page.request.get('/api/groups')).status()).toBe(503);
  await banner.getByRole('button', { name: 'Switch off' }).click();
  await expect(banner).toBeHidden();
  expect((await page.request.get('/api/groups')).status()).toBe(200);
});

test('asks before it switches on the scenario of a link', async ({ page }) => {
  await page.goto('/groups?scenario=no-such');
  const asked = page.getByRole('region', { name: 'Scenario of the link' });
  await expect(asked).toContainText('no-such, which there is not');
  await page.goto('/groups?scenario=version-9.5');
  await expect(asked).toContainText('Version 9.5, for everybody who uses this gateway');
  expect((await (await page.request.get('/-/lab/scenario')).json()).active).toBeNull();
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Switch on Version 9.5' }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByRole('status', { name: 'Scenario' })).toContainText('Version 9.5');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'OIDC providers' }).click();
  await expect(page.getByText(/9\.6/)).toBeVisible();
});

test('takes a rule of one’s own, and says what is wrong with it', async ({ page }) => {
  await page.goto('/lab');
  await page.getByLabel('Calls of').selectOption('GET /groups');
  await page.getByLabel('Status', { exact: true }).fill('200');
  await page.getByRole('button', { name: 'Switch on this rule' }).click();
  await expect(page.getByText('Enter a status from 400 to 599')).toBeVisible();
  await page.getByLabel('Status', { exact: true }).fill('418');
  await page.getByLabel('Detail').fill('short and stout');
  await page.getByRole('button', { name: 'Switch on this rule' }).click();
  await expect(page.getByText('Rules of your own is on', { exact: true })).toBeVisible();
  await page.getByLabel('Calls of').selectOption('GET /roles');
  await page.getByRole('button', { name: 'Add this rule to what is on' }).click();
  const active = page.getByRole('region', { name: 'Active scenario' });
  await expect(active).toContainText('GET /groups: answers an error (1 to come, 0 so far)');
  await expect(active).toContainText('GET /roles: answers an error (1 to come, 0 so far)');
  const refused = await page.request.get('/api/groups');
  expect(refused.status()).toBe(418);
  expect(await refused.json()).toEqual({ detail: ['short and stout'] });
  expect((await page.request.get('/api/groups')).status()).toBe(200);
  await expectAccessible(page);
});

test('keeps the demo data under a name, compares it, and goes back to it', async ({ page }) => {
  await page.goto('/lab');
  await page.getByLabel('Snapshot name').fill('Before the test');
  await page.getByRole('button', { name: 'Save a snapshot' }).click();
  const row = page
    .getByRole('list', { name: 'Snapshots' })
    .getByRole('listitem')
    .filter({ hasText: 'Before the test' });
  await expect(row).toBeVisible();
  await page.request.post('/api/groups', {
    data: { data: { name: 'Made after the snapshot', description: '' } },
  });
  await row.getByRole('button', { name: 'Compare with now' }).click();
  await expect(row.getByText('Groups: 1 added since then')).toContainText('Made after the snapshot');
  await row.getByRole('button', { name: 'Forget Before the test' }).click();
  await page
    .getByRole('dialog', { name: 'Forget the snapshot' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await row.getByRole('button', { name: 'Restore…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore the snapshot Before the test' });
  await expect(dialog).toHaveCSS('opacity', '1');
  await expect(dialog).toContainText(/What there is now is lost: [\d,]+ groups/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Restore the snapshot Before the test' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Palisade' })).toBeVisible();
});
