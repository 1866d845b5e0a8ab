import type { Page } from '@playwright/test';
import { goTo } from './actions.ts';
import { startDocumentedService } from './documented-service.ts';
import { chooseAction, expect, heading, test } from './fixtures.ts';
import { remove, startGateway } from './gateway.ts';

const note = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const history = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const openHistory = (page: Page) => page.getByRole('button', { name: 'Notifications' }).click();
const treeitem = (page: Page, name: string) => page.getByRole('treeitem', { name });

test('follows a job to its end', async ({ browser }) => {
  const service = await startDocumentedService({ identifies: true });
  const gateway = await startGateway({ SERVICE_URL: service.url }, []);
  const context = await browser.newContext({ baseURL: gateway.url });
  await context.request.post('/api/authentication', { data: { data: { login: 'pat', password: 'any' } } });
  const page = await context.newPage();

  await test.step('a deletion becomes a job', async () => {
    await page.goto('/groups');
    await treeitem(page, 'Branch').click();
    await chooseAction(page, 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Branch' });
    await dialog.getByLabel('Type Branch to confirm').fill('Branch');
    await dialog.getByRole('button', { name: 'Delete Branch' }).click();
    await note(page, 'Deleting Branch: started').getByRole('link', { name: 'View' }).click();
    await expect(heading(page, 'Deleting Branch')).toBeVisible();
    await page.getByRole('button', { name: 'Show jobs: 1 running' }).click();
    const card = page
      .getByRole('dialog', { name: 'Jobs' })
      .getByRole('listitem', { name: 'Deleting Branch' });
    const progress = card.getByRole('progressbar', { name: 'Progress of Deleting Branch' });
    await expect(progress).toHaveAttribute('aria-valuenow', '25');
    await page.keyboard.press('Escape');
  });

  await test.step('over a new sign-in', async () => {
    await context.clearCookies();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill('any');
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(again).toBeHidden();
  });

  const timeline = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  await test.step('the record is locked after a reload', async () => {
    await goTo(page, 'Groups');
    await treeitem(page, 'Branch').click();
    await page.reload();
    await expect(page.getByText("This is being deleted, so it can't be changed.")).toBeVisible();
    await expect(treeitem(page, 'Branch')).toContainText('Deleting');
    const details = page.getByRole('region', { name: 'Group details' });
    await expect(details.getByRole('button', { name: /^(Edit|New subgroup|Delete)$/ })).toHaveCount(0);
    await page.getByRole('link', { name: 'View job' }).click();
    await expect(timeline).toHaveText([/Removed 1 of 4 records/]);
  });

  const other = await context.newPage();
  const filter = other.getByLabel('Filter groups');
  await test.step('in another tab', async () => {
    await other.goto('/groups');
    await filter.fill('Branch');
    await expect(treeitem(other, 'Branch')).toContainText('Deleting');
  });

  await test.step('while the gateway is down', async () => {
    await gateway.stop('SIGKILL');
    await expect(page.getByRole('main')).toContainText(/Retrying \(\d of 10\)/);
  });

  const restarted = await startGateway(
    { SERVICE_URL: service.url, DATA_DIR: gateway.dataDir, PORT: new URL(gateway.url).port },
    [],
  );
  await test.step('over a restart of the gateway', async () => {
    service.end();
    await expect(timeline).toHaveText([/All gone/, /Removed 1 of 4 records/]);
    await expect(page.getByRole('main')).toContainText('Completed');
    await expect(other.getByText('No groups match this filter')).toBeVisible();
    await expect(filter).toBeFocused();
  });

  await test.step('its end is announced once', async () => {
    // Both tabs share the history, which has what either of them announced.
    for (const tab of [page, other]) {
      await openHistory(tab);
      await expect(history(tab).getByRole('listitem')).toHaveText([/: completed.*All gone/]);
    }
  });

  await context.close();
  await restarted.stop();
  service.close();
  remove(gateway.dataDir);
});
