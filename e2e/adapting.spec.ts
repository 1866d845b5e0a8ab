import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { field } from './oidc-helpers.ts';

test.beforeEach(async ({ signInAs }) => signInAs('admin'));

test('follows the default font size of the browser', async ({ page, context }) => {
  const browser = await context.newCDPSession(page);
  const heightAt = async (standard: number) => {
    await browser.send('Page.setFontSizes', { fontSizes: { standard } });
    await page.goto('/groups');
    const row = page.getByRole('treeitem').last();
    await expect(row).toBeVisible();
    return (await row.boundingBox())?.height ?? 0;
  };
  const usual = await heightAt(16);
  expect(await heightAt(20)).toBe(usual * 1.25);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
});

test('leaves the screen to the page at 400 % zoom', async ({ page }) => {
  // A 1280 × 1024 window at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto('/oidc/new');
  await field(page, 'Client ID').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 200);
  await expect(page.getByRole('navigation', { name: 'Pages' })).not.toBeInViewport();
  await expect(page.getByRole('banner')).not.toBeInViewport();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
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

test('never hides the focused element below sticky bars', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/oidc/1');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // What loads later may move what's focused.
  await page.waitForLoadState('networkidle');
  const hidden: string[] = [];
  for (const key of ['Tab', 'Shift+Tab'])
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press(key);
      if (!(await page.evaluate<boolean>(focusIsVisible)))
        hidden.push(await page.evaluate<string>('document.activeElement.outerHTML'));
    }
  expect(hidden).toEqual([]);
});

test('marks what is selected in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const marked = (element: Locator, style: 'solid' | 'dashed' | 'none') =>
    expect(element).toHaveCSS('outline-style', style);
  await page.goto('/groups/1');
  const row = page.getByRole('treeitem', { selected: true });
  await marked(row, 'solid');
  await marked(page.getByRole('treeitem', { selected: false }).first(), 'none');
  await row.focus();
  await page.keyboard.press('Shift');
  await marked(row, 'dashed');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await marked(pages.getByRole('link', { name: 'Groups' }), 'solid');
  await marked(pages.getByRole('link', { name: 'Jobs' }), 'none');
});

test('prints pages on as many sheets as they need', async ({ page }) => {
  await page.goto('/groups/1');
  await expect(page.getByText('API paths (20)', { exact: true }).first()).toBeVisible();
  await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
  const pdf = (await page.pdf({ format: 'A6' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(1);
  await page.emulateMedia({ media: 'print' });
  // Says what it was printed from, by whom and when.
  await expect(page.getByText(/^Palisade · embedded · admin · .+ \d{4} at /)).toBeVisible();
});
