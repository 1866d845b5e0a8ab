import { dialog } from './access-helpers.ts';
import { expect, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { startJob } from './jobs.ts';
import {
  createByHand,
  demoRecord,
  demoSecret,
  field,
  save,
  signInOverHttp,
  testSignIn,
} from './oidc-helpers.ts';

// What users once found broken, as they'd try it. The size of targets is in
// src/console/features/shell/targets.page.test.tsx.

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('opens a record from anywhere in its row', async ({ page, apiAs }) => {
  const job = await startJob(await apiAs('admin'));
  await page.goto('/jobs');
  await field(page, 'Follow a job by its path').fill(job);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  for (const [list, record] of [
    ['/jobs', /\/jobs\/\d+/],
    ['/access/users', /\/access\/users\/\d+/],
    ['/access/roles', /\/access\/roles\/\d+/],
    ['/oidc', /\/oidc\/\d+/],
    ['/activity', /entry=\d+/],
    ['/activity?log=changes', /entry=\d+/],
  ] as const) {
    await page.goto(list);
    await page
      .getByRole('grid')
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      // Not the last one, which is the menu's where rows have one.
      .nth(1)
      .click({ position: { x: 2, y: 2 } });
    await expect(page).toHaveURL(record);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/access/users');
  await page.getByText('Name: Olivia Operator').or(page.getByText('Olivia Operator')).first().click();
  await expect(heading(page, 'operator')).toBeVisible();
});

test('replaces the text of a picker, and restores it by Escape', async ({ page }) => {
  await page.goto('/access/can');
  const group = page.getByRole('combobox', { name: 'Group', exact: true });
  await group.click();
  await page.keyboard.type('EMEA');
  await expect(group).toHaveValue('EMEA');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(group).toHaveValue('Default');
});

test("names the lines that can't be imported, and keeps the text of a failed import", async ({
  page,
  apiAs,
}) => {
  const name = fresh('Taken');
  await page.goto('/imports');
  const text = page.getByLabel('Groups to import');
  const lines = `name,parent\n${name},EMEA > Acme Logistics\nX,Nowhere`;
  await text.fill(lines);
  await expect(page.getByRole('treeitem', { name: /^Problem X/ })).toContainText('line 3');
  await expect(page.getByRole('button', { name: 'Import groups' })).toBeDisabled();
  await text.fill(`name\nFine ${name}\n${name}`);
  await expect(page.getByRole('button', { name: 'Import 2 groups' })).toBeEnabled();
  await (await apiAs('admin')).post('/api/groups', { data: { data: { name, description: '' } } });
  await page.getByRole('button', { name: 'Import 2 groups' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was imported' })).toContainText(
    'line 3: name',
  );
  await expect(text).toHaveValue(`name\nFine ${name}\n${name}`);
});

test('shows what needs attention only to those who may see it, and claims nothing to others', async ({
  page,
  request,
  signInAs,
}) => {
  for (let times = 0; times < 6; times += 1)
    await signInOverHttp(request, { persona: 'olivia', misbehaviour: 'access-denied' });
  await page.goto('/');
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention.getByRole('listitem').filter({ hasText: 'Demo sign-in' })).toContainText(
    /\d of \d sign-ins rejected since/,
  );
  await signInAs('operator');
  await page.goto('/');
  const signIns = page.getByRole('region', { name: 'Sign-ins' });
  await expect(signIns).toContainText("You can't see rejected sign-ins that name no user.");
  await expect(attention).toContainText('Checked jobs.');
});

test("finds no deviation in what's sent from the API docs", async ({ page }) => {
  await page.goto('/-/docs?operation=listGroups');
  await page.getByRole('button', { name: 'Send GET' }).click();
  await expect(page.getByRole('status', { name: 'Response' })).toContainText('200');
  await page.keyboard.press('Control+Shift+I');
  await expect(page.getByRole('tab', { name: 'Contract watch 0' })).toBeVisible();
});

test('takes the result of a tested draft along when it is created', async ({ page, apiAs, gateway }) => {
  const { issuer, client_id: clientId } = await demoRecord(await apiAs('admin'));
  const name = fresh('Tested');
  await page.goto('/oidc/new');
  await page.getByRole('button', { name: 'Create provider' }).click();
  const problem = page.getByText('Name is required');
  await expect(problem).toBeVisible();
  await field(page, 'Metadata URL').fill(`${issuer}/.well-known/openid-configuration`);
  await field(page, 'Name').fill(name);
  await field(page, 'Client ID').fill(String(clientId));
  await page.getByLabel('Client secret').fill(demoSecret(gateway.dataDir));
  await field(page, 'Username expression').fill('preferred_username');
  await page.getByRole('button', { name: 'Add profile' }).click();
  const report = await testSignIn(page, 'Olivia Operator');
  await expect(report.getByText(/would sign in as operator/)).toBeVisible();
  await expect(problem).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create provider' }).click();
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByText("hasn't been tested yet")).toBeHidden();
});

test('reverts a change, and says what a deletion leaves', async ({ page, apiAs }) => {
  const { id } = await createByHand(await apiAs('admin'), fresh('Reverted'));
  await page.goto(`/oidc/${id}`);
  await field(page, 'Client ID').fill('another');
  await save(page).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await page.goto(`/activity?log=changes&resource=/oidc_ops/${id}`);
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Revert this change' }).click();
  await dialog(page).getByRole('button', { name: 'Revert this change' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.goto(`/oidc/${id}`);
  await expect(field(page, 'Client ID')).toHaveValue('palisade');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog(page)).toContainText('its client secret must be entered again');
});

test("doesn't offer to delete the role of the last administrators", async ({ page }) => {
  await page.goto('/access/roles/1');
  const remove = page.getByRole('button', { name: 'Delete role' });
  await expect(remove).toBeDisabled();
  await expect(remove).toHaveAttribute('title', /can't be deleted/);
});
