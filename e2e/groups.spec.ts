import type { Page } from '@playwright/test';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { fresh } from './fresh.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Groups' });
const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: false });

async function create(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New subgroup' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(heading(page, name)).toBeVisible();
}

test.describe('as an administrator', () => {
  test.beforeEach(async ({ signInAs }) => signInAs('admin'));

  test('shows users and roles, who can change the group, and every field with copyable paths', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/groups/1');
    await expect(heading(page, 'EMEA')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Users of EMEA' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Roles that apply here' })).toBeVisible();
    const paths = page.getByRole('region', { name: 'API paths' });
    await expect(paths.getByRole('row')).toHaveCount(0);
    await paths.getByText('API paths (20)').click();
    await expect(paths.getByRole('row')).toHaveCount(20);
    const details = page.getByRole('region', { name: 'Group details' });
    await expect(details.getByText('312 subgroups (26 direct)')).toBeVisible();
    await expect(details.getByText('Europe, the Middle East and Africa')).toBeVisible();
    await expectAccessible(page);
    await paths.getByRole('button', { name: 'Copy zones_resource path' }).click();
    await expect(paths.getByRole('button', { name: 'zones_resource path copied' })).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('/groups/1/zones');
    await expect(details.getByRole('heading', { level: 2 })).toHaveText([
      'Details',
      'Users and roles',
      'History',
    ]);
    await page.getByRole('button', { name: 'Who can change this?' }).click();
    const role = details.getByRole('listitem').filter({ hasText: 'EMEA administrators' });
    await expect(role.first()).toHaveText('EMEA administrators: tenant');
    await expect(details.getByRole('listitem').filter({ hasText: 'Auditors' })).toHaveCount(0);

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

    await details.getByRole('row', { name: 'Parent' }).getByRole('button', { name: 'Default' }).click();
    await expect(heading(page, 'Default')).toBeVisible();
    // The button is hidden, not just rejected by the service.
    await expect(page.getByText("The Default group can't be renamed or deleted")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden();
  });

  test('keeps selection, expansion and filter in the URL', async ({ page }) => {
    await page.goto('/groups');
    await item(page, 'EMEA').click();
    await expect(heading(page, 'EMEA')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await item(page, 'Acme Bank').click();
    await expect(heading(page, 'Acme Bank')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Acme Bank')).toBeVisible();
    await expect(item(page, 'Acme Bank')).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await expect(heading(page, 'EMEA')).toBeVisible();
    await expect(item(page, 'EMEA')).toHaveAttribute('aria-selected', 'true');
    await page.goForward();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('button', { name: 'EMEA' }).click();
    await expect(item(page, 'EMEA')).toHaveAttribute('aria-selected', 'true');
  });

  test('filters groups by name, path and parent names', async ({ page }) => {
    await page.goto('/groups');
    const filter = page.getByLabel('Filter groups');
    await filter.fill('contoso bank');
    await expect(page.getByText('24 of 1,204 groups')).toBeVisible();
    await expect(item(page, 'EMEA')).toBeVisible();
    await page.getByRole('button', { name: 'Show as list' }).click();
    await expect(tree(page).getByRole('treeitem', { level: 2 })).toHaveCount(0);
    await expect(tree(page).getByRole('treeitem').first()).toContainText('Contoso BankAmericas');
    await page.reload();
    await expect(tree(page).getByRole('treeitem', { level: 2 })).toHaveCount(0);
    await page.getByRole('button', { name: 'Show as tree' }).click();
    await expect(item(page, 'EMEA')).toBeVisible();
    await filter.press('Enter');
    await expect(heading(page, 'Contoso Bank')).toBeVisible();
    await expect(tree(page).locator('mark').first()).toHaveText('Contoso Bank');
    const first = new URL(page.url()).pathname;
    await filter.press('Enter');
    await expect(page).not.toHaveURL(new RegExp(`${first}[?]`));
    await filter.press('Shift+Enter');
    await expect(page).toHaveURL(new RegExp(`${first}[?]`));
    await filter.fill('north, central');
    await expect(page.getByText('1 of 1,204 groups')).toBeVisible();
    await filter.fill('/groups/2');
    await expect(page.getByText('1 of 1,204 groups')).toBeVisible();
    await filter.fill('emea/acme b');
    await expect(page.getByText('1 of 1,204 groups')).toBeVisible();
    await filter.fill('no such thing');
    await expect(page.getByText('No groups match this filter')).toBeVisible();
    await filter.press('Escape');
    await expect(item(page, 'Americas')).toBeVisible();
  });

  test('creates, renames and deletes a group, keeping the tree expanded', async ({ page }) => {
    const name = fresh('Sites');
    await page.goto('/groups/3');
    await create(page, name);
    await expect(item(page, name)).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(`${name} renamed`);
    await page.getByRole('dialog').getByLabel('Description').fill('Line one\nLine two');
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      page.getByRole('button', { name: 'Save changes' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({
      data: { name: `${name} renamed`, description: 'Line one\nLine two' },
    });
    await expect(heading(page, `${name} renamed`)).toBeVisible();
    await expect(item(page, 'Asia Pacific')).toHaveAttribute('aria-expanded', 'true');
    await Promise.all([
      page.waitForResponse((response) => response.url().includes('/api/groups?')),
      page.getByRole('button', { name: 'Refresh' }).click(),
    ]);
    await expect(item(page, `${name} renamed`)).toHaveAttribute('aria-selected', 'true');
    await expect(item(page, 'Asia Pacific')).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${name} renamed` });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: `Delete ${name} renamed` }).click();
    await expect(page.getByText(`${name} renamed deleted`)).toBeVisible();
    await expect(heading(page, 'Asia Pacific')).toBeVisible();
    await expect(item(page, 'Asia Pacific')).toHaveAttribute('aria-expanded', 'true');
    await expect(item(page, name)).toBeHidden();
  });

  test('sends only changed fields, previews the request, and reports concurrent edits', async ({
    page,
    apiAs,
  }) => {
    const name = fresh('Only');
    await page.goto('/groups/3');
    await create(page, name);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Nothing changed')).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByText('Request preview').click();
    await expect(page.getByText('No changes to send')).toBeVisible();
    await page.getByRole('dialog').getByLabel('Description').fill('New');
    const id = /\d+$/.exec(new URL(page.url()).pathname)?.[0];
    await expect(page.getByLabel('Request', { exact: true })).toHaveText(
      new RegExp(`^PUT /groups/${id}\\s+{\\s+"data": {\\s+"description": "New"\\s+}\\s+}$`),
    );
    const api = await apiAs('admin');
    await api.put(`/api/groups/${id}`, { data: { data: { name: `${name} theirs`, description: 'Theirs' } } });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Someone else changed this to “Theirs”')).toBeVisible();
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      page.getByRole('button', { name: 'Save changes' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({ data: { description: 'New' } });
    await expect(heading(page, `${name} theirs`)).toBeVisible();
  });

  test('shows problems at the field, and keeps the input', async ({ page }) => {
    await page.goto('/groups/0');
    await page.getByRole('button', { name: 'New subgroup' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('Kept');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await expect(dialog.getByText('Enter a name')).toBeVisible();
    await dialog.getByLabel('Name').fill('EMEA');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await expect(
      dialog.getByText('another group with the same parent already has the name "EMEA"'),
    ).toBeVisible();
    await expect(dialog.getByLabel('Description')).toHaveValue('Kept');
    await expectAccessible(page);
  });

  test('deletes a subtree as a job, once its name is typed', async ({ page }) => {
    const name = fresh('Branch');
    await page.goto('/groups/3');
    await create(page, name);
    await create(page, 'Below');
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('button', { name }).click();
    await expect(heading(page, name)).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(`${name} has 1 subgroup, which will be deleted too.`)).toBeVisible();
    await expect(dialog.getByText('No visible user belongs to any of them.')).toBeVisible();
    const confirm = dialog.getByRole('button', { name: `Delete ${name} and 1 subgroup` });
    await expect(confirm).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
    await confirm.click();
    await expect(page.getByText('Deleted 2 groups')).toBeVisible();
    await expect(item(page, name)).toBeHidden();
    await page.getByRole('link', { name: 'Jobs' }).click();
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Completed');
  });

  test('explains why a subtree with users was not deleted', async ({ page }) => {
    await page.goto('/groups/1');
    await expect(page.getByRole('table', { name: 'Users of EMEA' })).toContainText('Tara Tenant');
    const roles = page.getByRole('table', { name: 'Roles that apply here' });
    await expect(roles.getByRole('row', { name: /^EMEA administrators/ })).toContainText('via EMEA');
    await expect(roles.getByRole('row', { name: /^Operators/ })).toContainText('via Default');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText(
      /This delete will be rejected:.*belongs? to it: .*tenant/,
    );
    await expect(page.getByRole('dialog')).toContainText(
      '1 role loses a group that it applies to: EMEA administrators',
    );
    await page.getByRole('dialog').getByLabel('Type EMEA to confirm').fill('EMEA');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete EMEA and/ })
      .click();
    await expect(page.getByRole('alert')).toContainText('Failed: users still belong to EMEA');
    await expect(item(page, 'EMEA')).toBeVisible();
  });

  test('shows a new group without reporting it missing first', async ({ page }) => {
    await page.goto('/groups/4');
    await expect(page.getByRole('button', { name: 'New subgroup' })).toBeVisible();
    await page.evaluate(`
      headings = new Set();
      new MutationObserver(() => headings.add(document.querySelector('h1')?.textContent))
        .observe(document.body, { subtree: true, childList: true, characterData: true });
    `);
    const names = [fresh('First'), fresh('Second'), fresh('Third')];
    for (const name of names) await create(page, name);
    const seen = await page.evaluate('[...headings]');
    expect(seen).toEqual(expect.arrayContaining(names));
    expect(seen).not.toContainEqual(expect.stringContaining('not found'));
  });

  test('reports a missing group', async ({ page }) => {
    await page.goto('/groups/999999');
    await expect(heading(page, 'Group 999999 not found')).toBeVisible();
    await page.goto('/groups/acme');
    await expect(heading(page, 'Group not found')).toBeVisible();
  });

  test('shows one pane at a time on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/groups');
    await item(page, 'EMEA').click();
    await expect(heading(page, 'EMEA')).toBeVisible();
    await expect(tree(page)).toBeHidden();
    await page.getByRole('link', { name: 'Back to tree' }).click();
    await expect(tree(page)).toBeVisible();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});

test('shows a tenant only their own subtree', async ({ page, signInAs, apiAs }) => {
  await signInAs('tenant');
  await page.goto('/groups');
  await expect(item(page, 'EMEA')).toHaveAttribute('aria-level', '1');
  const api = await apiAs('tenant');
  // Other tests create groups there, too.
  await expect(async () => {
    const { rows } = await (await api.get('/api/groups?limit=1')).json();
    await page.reload();
    await expect(page.getByText(`${rows} groups`, { exact: true })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  expect((await api.get('/api/groups/2')).status()).toBe(404);
});

test('offers an auditor no changes, and the service rejects them', async ({ page, signInAs, apiAs }) => {
  await signInAs('auditor');
  await page.goto('/groups/1');
  await expect(heading(page, 'EMEA')).toBeVisible();
  await expect(page.getByRole('button', { name: /New|Edit|Delete/ })).toHaveCount(0);
  const api = await apiAs('auditor');
  const response = await api.put('/api/groups/1', { data: { data: { name: 'Mine' } } });
  expect(response.status()).toBe(403);
  expect(await response.json()).toEqual({ detail: ['requires privilege rw on feature group'] });
});
