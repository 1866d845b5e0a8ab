import type { Page } from '@playwright/test';
import type { LabRule } from '../src/contract/lab.ts';
import { expect, expectAccessible, heading, test } from './fixtures.ts';
import { applyRules, emulate } from './gateway.ts';

test.beforeEach(async ({ signInAs }) => signInAs('admin'));
test.afterEach(async ({ page }) => {
  await deactivate(page);
});

const deactivate = (page: Page) => page.request.delete('/-/lab/scenario');
const treeitem = (page: Page, name: string) => page.getByRole('treeitem', { name });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
const expectInactive = (page: Page) =>
  expect.poll(async () => (await (await page.request.get('/-/lab/scenario')).json()).active).toBeNull();

test('stays usable in front of a troubled service', async ({ page }) => {
  await page.goto('/groups');
  await expect(treeitem(page, 'EMEA')).toBeVisible();

  const refresh = page.getByRole('button', { name: 'Refresh' });
  await test.step('slow', async () => {
    const slowly = { kind: 'slow-body', milliseconds: 1_500 } as const;
    await applyRules(page.request, { endpoint: 'listGroups', effect: slowly, times: 1 });
    await refresh.click();
    await expect(refresh).toHaveAttribute('data-loading', 'true');
    await expectInactive(page);
    await treeitem(page, 'EMEA').click();
    await expect(heading(page, 'EMEA')).toBeVisible();
    const details = page.getByRole('region', { name: 'Group details' });
    await details.getByText(/^API paths/).click();
    await expect(details).toContainText('/groups/1/users');
    await expect(refresh).toBeEnabled();
  });

  await test.step('flaky', async () => {
    // Browsers retry a dropped connection and the console a failed read, so users see nothing.
    const fails: LabRule['effect'] = { kind: 'status', status: 500, detail: ['internal error'] };
    await applyRules(
      page.request,
      { endpoint: 'listGroups', effect: fails, times: 1 },
      { endpoint: 'listGroups', effect: { kind: 'cut' }, times: 1 },
    );
    await refresh.click();
    await expectInactive(page);
    await expect(refresh).toBeEnabled();
    await expect(treeitem(page, 'EMEA')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Group tree' }).getByRole('alert')).toBeHidden();
  });

  const down: LabRule['effect'] = { kind: 'status', status: 503, detail: ['down'] };
  const everything = { endpoint: '*', effect: down, times: null };
  await test.step('down', async () => {
    await applyRules(page.request, everything);
    await refresh.click();
    const badge = page.getByRole('status', { name: 'Connection' });
    await expect(badge).toHaveText('embedded: unavailable');
    await expect(treeitem(page, 'EMEA')).toBeVisible();
    await deactivate(page);
    await expect(badge).toHaveText('embedded');
  });

  await test.step('down while the page loads', async () => {
    // Even those whom it locks out can deactivate it.
    await applyRules(page.request, everything);
    await page.reload();
    // Without a session, there's no navigation around the error.
    await expect(heading(page, "Couldn't reach the service")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('status', { name: 'Scenario' }).getByRole('button', { name: 'Deactivate' }).click();
    // It loads automatically.
    await expect(treeitem(page, 'EMEA')).toBeVisible();
  });

  await test.step('of an earlier version', async () => {
    await emulate(page.request, '9.1');
    await goTo(page, 'OIDC providers');
    await expect(page.getByText("This service doesn't offer OIDC providers.")).toBeVisible();
    await expect(page.getByText('Requires version 9.6.0 or later.')).toBeVisible();
    await goTo(page, 'Access');
    await expect(page.getByText("This service doesn't offer a list of API keys.")).toBeVisible();
  });
});
