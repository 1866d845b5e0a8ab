import type { Locator, Page } from '@playwright/test';
import { expect, heading, test } from './fixtures.ts';
import { demoRecord, field } from './oidc-helpers.ts';

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

/** Opens a page from the navigation. */
const openPage = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();

test('follows the default font size of the browser, with rows that have space for it', async ({
  page,
  context,
}) => {
  const browser = await context.newCDPSession(page);
  const size = (standard: number) => browser.send('Page.setFontSizes', { fontSizes: { standard } });
  const sizes = async (standard: number) => {
    await size(standard);
    const heights: number[] = [];
    for (const [address, role] of [
      ['/groups', 'treeitem'],
      ['/access/users', 'row'],
    ] as const) {
      await page.goto(address);
      const row = page.getByRole(role).last();
      await expect(row).toBeVisible();
      for (const part of [row, page.getByRole('heading').first()])
        heights.push((await part.boundingBox())?.height ?? 0);
    }
    return heights;
  };
  const usual = await sizes(16);
  expect(await sizes(20)).toEqual(usual.map((height) => height * 1.25));
  await size(16);
});

test('leaves the screen to the page at 400 % zoom', async ({ page }) => {
  // A 1280 × 1024 window at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });

  await test.step('a form', async () => {
    await page.goto('/oidc/new');
    await field(page, 'Issuer').fill('https://id.example');
    await field(page, 'Client ID').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 200);
    await expect(page.getByRole('navigation', { name: 'Pages' })).not.toBeInViewport();
    await expect(page.getByRole('banner')).not.toBeInViewport();
    await expect(page.getByRole('button', { name: 'Create provider' })).not.toBeInViewport();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });

  await test.step('the group tree', async () => {
    await page.goto('/groups');
    const groups = page.getByRole('treeitem');
    await expect(groups.first()).toBeVisible();
    await groups.nth(3).scrollIntoViewIfNeeded();
    for (const row of [0, 1, 2, 3]) await expect(groups.nth(row)).toBeInViewport();
    // Only rows in view are rendered.
    await page.getByRole('button', { name: 'Actions for all groups' }).click();
    await page.getByRole('menuitem', { name: 'Expand all' }).click();
    expect(await groups.count()).toBeLessThan(100);
  });
});

/** Whether the focused element is in view, and not entirely below something else (WCAG 2.4.11). */
const focusIsVisible = `(() => {
  const focused = document.activeElement;
  // Only the label of a choice is drawn.
  const drawn = focused.labels?.length && focused.type === 'radio' ? focused.labels[0] : focused;
  const { x, y, width, height } = drawn.getBoundingClientRect();
  return focused === document.body || [0.02, 0.5, 0.98].some((part) => {
    const top = document.elementFromPoint(x + width * part, y + height * part);
    return top !== null && (drawn.contains(top) || top.contains(drawn) && top.closest('label') !== null);
  });
})()`;

test('never hides the focused element below sticky bars', async ({ page, apiAs }) => {
  const { id } = await demoRecord(await apiAs('admin'));
  for (const [address, width, presses] of [
    [`/oidc/${id}`, 1280, 40],
    [`/oidc/${id}`, 390, 40],
    ['/access/users', 390, 25],
    ['/groups/1', 390, 25],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    if (!page.url().endsWith(address)) await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // What loads later may move what's focused.
    await page.waitForLoadState('networkidle');
    const hidden: string[] = [];
    for (const key of ['Tab', 'Shift+Tab'])
      for (let count = 0; count < presses; count += 1) {
        await page.keyboard.press(key);
        if (!(await page.evaluate<boolean>(focusIsVisible)))
          hidden.push(await page.evaluate<string>('document.activeElement.outerHTML'));
      }
    expect(hidden, `${address} at ${width} px`).toEqual([]);
  }
});

const marked = (element: Locator, style: 'solid' | 'dashed' | 'none') =>
  expect(element).toHaveCSS('outline-style', style);

test('marks what is selected in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });

  await test.step('groups', async () => {
    await page.goto('/groups/1');
    await expect(heading(page, 'EMEA')).toBeVisible();
    const row = page.getByRole('treeitem', { selected: true });
    await marked(row, 'solid');
    await marked(page.getByRole('treeitem', { selected: false }).first(), 'none');
    await row.focus();
    await page.keyboard.press('Shift');
    await marked(row, 'dashed');
  });

  await test.step('the navigation', async () => {
    await openPage(page, 'Overview');
    const start = page.getByRole('navigation', { name: 'Pages' });
    await marked(start.getByRole('link', { name: 'Overview' }), 'solid');
    await marked(start.getByRole('link', { name: 'Palisade' }), 'none');
  });

  await test.step('rows', async () => {
    await openPage(page, 'Access');
    const pages = page.getByRole('group', { name: 'Access' });
    await pages.getByRole('link', { name: 'Users' }).click();
    await marked(pages.getByRole('link', { name: 'Users' }), 'solid');
    await page.getByRole('checkbox', { name: 'Select guest' }).check();
    await marked(page.getByRole('row', { selected: true }), 'solid');
    await marked(page.getByRole('row', { name: /auditor/ }), 'none');
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await marked(crumbs.getByRole('link', { name: 'Users' }), 'none');
    // Only the last of them is the current page.
    await expect(crumbs.locator('[aria-current]')).toHaveText(['Users']);
  });
});

test('prints pages on as many sheets as they need', async ({ page, apiAs }) => {
  const { id } = await demoRecord(await apiAs('admin'));
  for (const [address, last] of [
    [`/oidc/${id}`, 'Scope and sign-out'],
    ['/groups/1', 'API paths (20)'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(last, { exact: true }).first()).toBeVisible();
    await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
    const pdf = (await page.pdf({ format: 'A5' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(1);
  }
  await test.step('lists have every row and column, without what needs a screen', async () => {
    await page.setViewportSize({ width: 794, height: 500 });
    for (const address of ['/lab', '/oidc', '/jobs', '/activity', '/access/review', '/access/users']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('img', { name: 'Loading' })).toHaveCount(0);
      await page.emulateMedia({ media: 'print' });
      const rows = page.getByRole('grid').getByRole('rowgroup').last().getByRole('row');
      if ((await rows.count()) > 0) await expect(rows.last()).toBeVisible();
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      // No text is cut, such as a time of day.
      const cut =
        "[...document.querySelectorAll('[role=gridcell]')].some((one) => one.scrollWidth > one.clientWidth)";
      expect(await page.evaluate(cut)).toBe(false);
      // Of the chart in Activity.
      await expect(page.getByRole('radiogroup', { name: 'Time range' })).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
    }
    await page.emulateMedia({ media: 'print' });
  });
  await expect(page.getByRole('rowheader', { name: 'tenant' })).toBeVisible();
  for (const name of ['New user', 'Filter', 'View'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  // Says what it was printed from, by whom and when.
  await expect(page.getByText(/^Palisade · embedded · admin · .+ \d{4} at /)).toBeVisible();
});
