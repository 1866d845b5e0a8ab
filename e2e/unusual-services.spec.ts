import type { Page } from '@playwright/test';
import { expect, heading, test as base } from './fixtures.ts';
import { remove, startGateway, type Gateway } from './gateway.ts';
import { freePorts } from './instances.ts';
import { startUnusualService, type UnusualService } from './unusual-service.ts';

type Start = (
  traits: Parameters<typeof startUnusualService>[0],
) => Promise<{ service: UnusualService; url: string }>;

// Each test's service is on the same port, behind the same gateway.
let servicePort = 0;
let gateway: Gateway;

/** Starts a service with the given quirks, in place of the one before. */
const test = base.extend<{ start: Start }>({
  // Playwright wants a pattern here, even an empty one.
  // oxlint-disable-next-line no-empty-pattern
  start: async ({}, use) => {
    let service: UnusualService | undefined;
    await use(async (traits) => {
      await service?.close();
      service = await startUnusualService(traits, servicePort);
      return { service, url: gateway.url };
    });
    await service?.close();
  },
});

test.beforeAll(async () => {
  [servicePort = 0] = await freePorts(1);
  gateway = await startGateway({ SERVICE_URL: `http://127.0.0.1:${servicePort}` }, []);
});
test.afterAll(async () => {
  await gateway.stop();
  remove(gateway.dataDir);
});

const item = (page: Page, name: string) => page.getByRole('treeitem', { name });
const details = (page: Page) => page.getByRole('region', { name: 'Group details' });

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await fillSignIn(page);
}

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('Login').fill('pat');
  await page.getByLabel('Password').fill('any');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const few: [string, number?][] = [['Default'], ['Branch', 0], ['Leaf', 0], ['Not yours', 0]];
const deep: [string, number?][] = [...few, ['Twig', 1], ['Sprout', 4], ['Bud', 1]];

test('notices the end of a session that the service reports with 403', async ({ page, start }) => {
  const { service, url } = await start({ groups: few, withoutSession: 403, jobs: true });

  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await test.step('another 403 is an error', async () => {
    await signIn(page, `${url}/groups/3`);
    await expect(heading(page, 'Not yours')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Not yours' });
    await dialog.getByRole('button', { name: 'Delete Not yours' }).click();
    await expect(dialog.getByRole('alert')).toContainText('not this one');
    // The console checked the session before it treated the status as an error.
    await expect.poll(() => service.requests.at(-1)).toBe('GET /authentication');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(again).toBeHidden();
  });

  await test.step('a job is tracked', async () => {
    await item(page, 'Leaf').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Leaf' }).click();
    await page.getByRole('link', { name: 'Jobs' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Deleting Leaf' });
    await expect(row).toContainText('Deleting');
    service.expire();
    await expect(again).toBeVisible();
    service.finish();
    await again.getByLabel('Password').fill('any');
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(row).toContainText('Deleted');
  });
});

test('works with a strict service', async ({ page, start }) => {
  const features = ['__proto__', 'constructor', 'toString'];
  const { service, url } = await start({
    groups: [...few, ['Orphan', 77], ['Round', 7], ['And round', 5], ['It goes', 6]],
    pageSize: 3,
    rows: 'page',
    parameters: ['start'],
    features,
  });

  await test.step('without a Lab', async () => {
    await signIn(page, `${url}/lab`);
    await expect(page.getByText("This service doesn't offer the Lab.")).toBeVisible();
  });

  await test.step('the overview of less', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const counts = page.getByRole('list', { name: 'Records' }).getByRole('listitem');
    await expect(counts).toHaveText(['8 groups']);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await expect(attention).toContainText('Nothing needs attention. Checked jobs.');
    await expect(page.getByText(/^Connected to 127\.0\.0\.1:\d+, not encrypted/)).toBeVisible();
    expect(service.requests.filter((request) => /changes|sign_in|users/.test(request))).toEqual([]);
    const others = page.getByRole('region', { name: /^(Sign-ins|Recent changes|Get started)$/ });
    await expect(others).toHaveCount(0);
  });

  await test.step('groups in small pages', async () => {
    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await expect(page.getByText('8 groups', { exact: true })).toBeVisible();
    const lists = service.requests.filter((request) => request.startsWith('GET /groups?'));
    expect(lists.every((request) => /^GET \/groups\?start=\d+$/.test(request))).toBe(true);
    await page.getByRole('button', { name: 'Actions for all groups' }).click();
    await page.getByRole('menuitem', { name: 'Expand all' }).click();
    await expect(page.getByRole('treeitem')).toHaveCount(8);
    await expect(item(page, 'Orphan')).toContainText('parent not visible');
    await expect(page.getByRole('treeitem').filter({ hasText: 'part of a cycle' })).toHaveCount(1);
  });

  await test.step('unusual data', async () => {
    await item(page, 'Branch').click();
    await expect(page.getByRole('cell', { name: 'SOMETHING_NEW' })).toBeVisible();
    await page.getByRole('link', { name: 'Access', exact: true }).click();
    for (const feature of features)
      await expect(page.getByRole('row', { name: new RegExp(`^${feature} `) })).toContainText('rw');
  });
});

test('counts subgroups before a delete', async ({ page, start }) => {
  const { service, url } = await start({ groups: deep, pageSize: 4 });
  const deletes = () => service.requests.filter((request) => request.startsWith('DELETE'));
  const dialog = page.getByRole('dialog', { name: /^Delete / });
  const confirm = dialog.getByRole('button', { name: /^Delete / });

  const release = service.hold(4);
  await test.step('while pages load', async () => {
    await signIn(page, `${url}/groups/1`);
    await expect(heading(page, 'Branch')).toBeVisible();
    await expect(details(page).getByText('Counting…')).toBeVisible();
    await expect(page.getByText('4+ groups')).toBeVisible();
    await expect(item(page, 'Default')).toContainText('3+');
    await expect(item(page, 'Branch')).toHaveAttribute('aria-setsize', '-1');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText('Counting…')).toBeVisible();
    await expect(confirm).toBeDisabled();
  });

  await test.step('once all have loaded', async () => {
    release();
    // The rules of a remote service are unknown.
    await expect(dialog.getByText('Branch has 3 subgroups. The service may delete them too.')).toBeVisible();
    await expect(dialog.getByText('Sprout')).toBeVisible();
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('again before the delete', async () => {
    await item(page, 'Leaf').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText("Leaf has no subgroups. This can't be undone.")).toBeVisible();
    service.create('Made by another client', 2);
    await confirm.click();
    await expect(dialog.getByRole('alert')).toContainText('Leaf may have subgroups by now');
    await expect(dialog.getByText('Leaf has 1 subgroup.')).toBeVisible();
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('with a service that returns only some', async () => {
    await expect(page.getByText('8 groups', { exact: true })).toBeVisible();
    service.change({ pages: false });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Only 4 of 8 groups loaded, so counts are minimums.')).toBeVisible();
    await expect(page.getByText('4+ groups')).toBeVisible();
    await expect(details(page).getByText('Unknown')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText("Leaf may have subgroups: they couldn't be counted.")).toBeVisible();
    await expect(confirm).toBeDisabled();
  });

  await test.step('deletes after a confirmation', async () => {
    expect(deletes()).toEqual([]);
    await dialog.getByLabel('Type Leaf to confirm').fill('Leaf');
    await confirm.click();
    await expect(page.getByText('Leaf deleted')).toBeVisible();
    expect(deletes()).toEqual(['DELETE /groups/2']);
  });
});
