import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { palette } from './palette.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Groups' });
const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: false });

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('shows a group', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/groups/1');
  await expect(heading(page, 'EMEA')).toBeVisible();

  await test.step('its users', async () => {
    await page.getByRole('link', { name: /^Users \d/ }).click();
    await expect(page.getByRole('table', { name: 'Users of EMEA' })).toBeVisible();
    await page.getByRole('link', { name: /^Roles \d/ }).click();
    await expect(page.getByRole('table', { name: 'Roles that apply here' })).toBeVisible();
    await page.getByRole('link', { name: 'Overview' }).last().click();
  });

  const details = page.getByRole('region', { name: 'Group details' });
  await test.step('its API paths', async () => {
    const paths = page.getByRole('region', { name: 'API paths' });
    await expect(paths.getByRole('row')).toHaveCount(0);
    await paths.getByText('API paths (20)').click();
    await expect(paths.getByRole('row')).toHaveCount(20);
    await expect(details.getByText('312 subgroups (26 direct)')).toBeVisible();
    await expect(details.getByText('Europe, the Middle East and Africa')).toBeVisible();
    await paths.getByRole('button', { name: 'Copy zones_resource path' }).click();
    await expect(paths.getByRole('button', { name: 'zones_resource path copied' })).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('/groups/1/zones');
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(['Details']);
  });

  const role = details.getByRole('listitem').filter({ hasText: 'EMEA administrators' });
  await test.step('who can change it', async () => {
    await page.getByRole('link', { name: /^Roles \d/ }).click();
    await page.getByRole('button', { name: 'Who can change this?' }).click();
    await expect(role.first()).toHaveText('EMEA administrators: tenant');
    await expect(details.getByRole('listitem').filter({ hasText: 'Auditors' })).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('on a phone', async () => {
    // The top bar has the breadcrumbs; in narrower windows, the page has its own.
    const path = page.getByRole('navigation', { name: 'Group path' });
    await expect(path).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(path.getByRole('listitem')).toHaveText(['Default', 'EMEA']);
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toBeHidden();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await role.first().getByRole('link', { name: 'tenant' }).click();
    await expect(page).toHaveURL(/\/access\/users\?q=tenant/);
    await page.goBack();
  });

  await test.step('the Default group', async () => {
    await details.getByRole('link', { name: 'Overview' }).click();
    await details.getByRole('row', { name: 'Parent' }).getByRole('button', { name: 'Default' }).click();
    await expect(heading(page, 'Default')).toBeVisible();
    // The button is hidden, not just rejected by the service.
    await expect(page.getByText("The Default group can't be renamed or deleted")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden();
  });
});

test("a group's life", async ({ page }) => {
  const name = fresh('Sites');
  const renamed = `${name} renamed`;
  const dialog = (title: string) => page.getByRole('dialog', { name: title });
  const run = async (command: string) => {
    await page.keyboard.press('Control+k');
    await palette(page).fill(command);
    await page.keyboard.press('Enter');
  };

  await test.step('created from another page', async () => {
    await page.goto('/jobs');
    await expect(heading(page, 'Jobs')).toBeVisible();
    await run('new group');
    await dialog('New subgroup of Default').getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create group' }).click();
    await expect(heading(page, name)).toBeVisible();
    await expect(item(page, name)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a subgroup', async () => {
    await page.getByRole('button', { name: 'New subgroup' }).click();
    await dialog(`New subgroup of ${name}`).getByLabel('Name').fill('Below');
    await page.getByRole('button', { name: 'Create group' }).click();
    await expect(heading(page, 'Below')).toBeVisible();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('button', { name }).click();
    await expect(heading(page, name)).toBeVisible();
  });

  await test.step('renamed', async () => {
    await run('edit sites');
    await dialog(`Edit ${name}`).getByLabel('Name').fill(renamed);
    await page.getByRole('dialog').getByLabel('Description').fill('Line one\nLine two');
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      page.getByRole('button', { name: 'Save changes' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ data: { name: renamed, description: 'Line one\nLine two' } });
    await expect(heading(page, renamed)).toBeVisible();
    await Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/groups?')),
      page.getByRole('button', { name: 'Refresh' }).click(),
    ]);
    await expect(item(page, renamed)).toHaveAttribute('aria-selected', 'true');
    await expect(item(page, renamed)).toHaveAttribute('aria-expanded', 'true');
  });

  await test.step('deleted with its subgroup as a job', async () => {
    await run('delete sites');
    const question = dialog(`Delete ${renamed}`);
    await expect(question.getByText(`${renamed} has 1 subgroup, which will be deleted too.`)).toBeVisible();
    await expect(question.getByText(`No visible user belongs to ${renamed} or its subgroups.`)).toBeVisible();
    const confirm = question.getByRole('button', { name: `Delete ${renamed} and 1 subgroup` });
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await question.getByLabel(`Type ${renamed} to confirm`).fill(renamed);
    await confirm.click();
    await expect(page.getByText('Deleted 2 groups')).toBeVisible();
    await expect(item(page, renamed)).toBeHidden();
    await expect(heading(page, 'Default')).toBeVisible();
    await page.getByRole('link', { name: 'Jobs' }).click();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Completed');
  });
});
