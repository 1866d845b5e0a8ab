import type { Page } from '@playwright/test';
import { expect, heading, passwordOf, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import type { LabRule } from '../src/contract/lab.ts';
import { applyRules } from './gateway.ts';
import { createByHand, field, save } from './oidc-helpers.ts';

// Runs the console under every predefined Lab scenario. Scenarios affect every client of a gateway, so these tests run
// one at a time.
test.describe.configure({ mode: 'serial' });

const labState = async (page: Page) => (await page.request.get('/-/lab/scenario')).json();
const expectInactive = (page: Page) => expect.poll(async () => (await labState(page)).active).toBeNull();
const deactivate = (page: Page) => page.request.delete('/-/lab/scenario');
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' });
const treeitem = (page: Page, name: string) => page.getByRole('treeitem', { name });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

/** Uses the page while a scenario is active, and checks the result. */
type Walk = (page: Page) => Promise<void>;

const inTheTree: Record<string, Walk> = {
  'service-down': async (page) => {
    await refresh(page).click();
    const outdated = page.getByRole('region', { name: 'Group tree' }).getByRole('alert');
    await expect(outdated).toContainText('the service is down for maintenance');
    await expect(treeitem(page, 'EMEA')).toBeVisible();
    const badge = page.getByRole('status', { name: 'Connection' });
    await expect(badge).toHaveText('embedded: unavailable');
    await deactivate(page);
    await expect(badge).toHaveText('embedded');
    await refresh(page).click();
    await expect(outdated).toBeHidden();

    // Even those whom it locks out can deactivate it.
    const down: LabRule['effect'] = { kind: 'status', status: 503, detail: ['down'] };
    await applyRules(page.request, { endpoint: '*', effect: down, times: null });
    await page.reload();
    await expect(heading(page, "Couldn't reach the service")).toBeVisible();
    await page.getByRole('status', { name: 'Scenario' }).getByRole('button', { name: 'Deactivate' }).click();
    await expect(treeitem(page, 'EMEA')).toBeVisible();
  },
  // Browsers retry a dropped connection and the console a failed read, so users see nothing.
  'flaky-groups': async (page) => {
    await refresh(page).click();
    await expectInactive(page);
    await refresh(page).click();
    await expect(refresh(page)).toBeEnabled();
    await expect(treeitem(page, 'EMEA')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Group tree' }).getByRole('alert')).toBeHidden();
  },
  'half-read-list': async (page) => {
    await refresh(page).click();
    await expect(refresh(page)).toHaveAttribute('data-loading', 'true');
    await expectInactive(page);
    await treeitem(page, 'EMEA').click();
    await expect(heading(page, 'EMEA')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Group details' })).toContainText('/groups/1/users');
  },
  'slow-service': async (page) => {
    await goTo(page, 'OIDC providers');
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Demo sign-in' })).toBeVisible();
  },
  'session-ended': async (page) => {
    await goTo(page, 'Access');
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('Password').fill(passwordOf('admin'));
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(again).toBeHidden();
    await expect(page.getByRole('button', { name: 'New API key' })).toBeVisible();
    await expectInactive(page);
  },
};

const inTheEditor: Record<string, Walk> = {
  'many-problems': async (page) => {
    await field(page, 'Name').fill('Changed here');
    await save(page).click();
    const problems = page.getByRole('alert', { name: 'Problems' });
    await expect(problems).toBeFocused();
    await expect(problems).toContainText("Couldn't save: 5 problems");
    await expect(problems).toContainText('the licence allows no more providers');
    for (const label of ['Name', 'Issuer', 'Token endpoint', 'Scope'])
      await expect(problems.getByRole('link', { name: label, exact: true })).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('Changed here');
  },
  'edited-elsewhere': async (page) => {
    await save(page).click();
    const dialog = page.getByRole('dialog', { name: /^Someone else changed/ });
    await dialog.getByRole('radio', { name: 'Name: use yours, Changed here' }).check();
    await dialog.getByRole('button', { name: 'Save both changes' }).click();
    await expect(heading(page, 'Changed here')).toBeVisible();
    await expectInactive(page);
  },
};

async function createGroup(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

const throughJobs: Record<string, Walk> = {
  'vanishing-job': (page) => createGroup(page, 'Vanishing'),
  'failing-job': (page) => createGroup(page, 'Failing'),
  'slow-job': async (page) => {
    await createGroup(page, 'Slow');
    // The background job hasn't created it yet.
    await expect(treeitem(page, 'Slow')).toBeHidden();
    await goTo(page, 'Jobs');
    const job = (name: string) => page.getByRole('grid').getByRole('row').filter({ hasText: name });
    await expect(job('Slow')).toContainText('Running');
    await expect(job('Slow').getByRole('progressbar')).toBeVisible();
    await expect(job('Failing')).toContainText('Failed');
    await expect(job('Failing')).toContainText('Failed at step 3 of 20');
    await expect(job('Vanishing')).toContainText('removed its status before the outcome was read');
    expect((await labState(page)).active.rules[0]).toMatchObject({ left: 2, used: 1 });
  },
};

const readsEverythingOnce: Walk = async (page) => {
  await page.goto('/access/users');
  await expect(page.getByText('125 users')).toBeVisible();
  const table = page.getByRole('grid', { name: 'Users' });
  await table.getByRole('row').nth(1).focus();
  await page.keyboard.press('End');
  await expect(table.getByRole('row').last()).toContainText('gen-');
  await goTo(page, 'Groups');
  await expect(page.getByText('1,204 groups').first()).toBeVisible();
};

const inLists: Record<string, Walk> = {
  'paging-ignored': readsEverythingOnce,
  'paging-rows': readsEverythingOnce,
  'paging-start': readsEverythingOnce,
};

const asOtherVersions: Record<string, Walk> = {
  'version-9.6': async (page) => {
    await page.goto('/oidc');
    await page.getByRole('link', { name: 'Demo sign-in' }).click();
    await expect(field(page, 'Name')).toHaveValue('Demo sign-in');
  },
  'version-9.5': async (page) => {
    await page.reload();
    const notOffered = page.getByText("This service doesn't offer OIDC providers.");
    await expect(notOffered).toBeVisible();
    for (const path of ['/oidc', '/oidc/new']) {
      await page.goto(path);
      await expect(notOffered).toBeVisible();
    }
    // The provider wasn't forgotten.
    await deactivate(page);
    await goTo(page, 'Overview');
    await expect(page.getByRole('region', { name: 'Pick up where you left off' })).toContainText(
      'Demo sign-in',
    );
  },
  'version-9.1': async (page) => {
    await goTo(page, 'Access');
    await expect(page.getByText("This service doesn't offer API keys")).toBeVisible();
  },
};

/** Activates the scenarios one after the other in one page, and runs each one's walk. */
async function walkThrough(page: Page, walks: Record<string, Walk>): Promise<void> {
  for (const [id, walk] of Object.entries(walks)) {
    await test.step(id, async () => {
      expect((await page.request.put('/-/lab/scenario', { data: { data: { id } } })).status()).toBe(200);
      await walk(page);
      await deactivate(page);
    });
  }
}

test.beforeEach(async ({ signInAs }) => signInAs('admin'));
test.afterEach(async ({ page }) => {
  await deactivate(page);
});

test('keeps the tree usable while the service is down, flaky or slow, or the session ends', async ({
  page,
}) => {
  const slow = { kind: 'latency', milliseconds: 1500 } as const;
  await applyRules(page.request, { endpoint: 'listGroups', effect: slow, times: 1 });
  await page.goto('/groups');
  await expect(page.getByRole('status', { name: 'Loading groups' })).toBeVisible();
  await expect(treeitem(page, 'EMEA')).toBeVisible();
  await walkThrough(page, inTheTree);
});

test('keeps unsaved edits after a rejected save and after a concurrent edit', async ({ page, apiAs }) => {
  const { id, name } = await createByHand(await apiAs('admin'), fresh('Disputed'));
  await page.goto(`/oidc/${id}`);
  await expect(field(page, 'Name')).toHaveValue(name);
  await walkThrough(page, inTheEditor);
});

test('follows jobs that are slow, fail or disappear', async ({ page }) => {
  await page.goto('/groups');
  await expect(treeitem(page, 'EMEA')).toBeVisible();
  await walkThrough(page, throughJobs);
});

test('shows every record once, however the service pages lists', async ({ page }) => {
  const data = { data: { what: 'users', count: 120 } };
  expect((await page.request.post('/-/lab/data/generate', { data })).status()).toBe(200);
  await walkThrough(page, inLists);
});

test('says what earlier versions don’t offer', async ({ page }) => {
  await walkThrough(page, asOtherVersions);
});

test('covers every predefined scenario', async ({ page }) => {
  const walked = { ...inTheTree, ...inTheEditor, ...throughJobs, ...inLists, ...asOtherVersions };
  const { scenarios } = (await labState(page)) as { scenarios: { id: string }[] };
  expect(Object.keys(walked).toSorted()).toEqual(scenarios.map(({ id }) => id).toSorted());
});
