import type { Page } from '@playwright/test';
import { expect, heading, test } from '../fixtures.ts';
import { createByHand, field, save } from '../oidc-helpers.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** The controls that a finger can't hit: smaller than 44 px, with what enlarges them. Links in a text are as high as its lines. */
const small = `[...document.querySelectorAll('button, input, select, summary, [role=tab], nav a, .mantine-ActionIcon-root')]
  .filter((control) => control.checkVisibility() && !control.closest('.visually-hidden, ol'))
  .flatMap((control) => {
    const areas = [control, ...(control.labels ?? []), control.closest('label')];
    const heights = areas.filter(Boolean).map((area) => {
      const { top, position } = getComputedStyle(area, '::after');
      return area.getBoundingClientRect().height + (position === 'absolute' ? -2 * Math.min(0, Number.parseFloat(top)) : 0);
    });
    return Math.max(...heights) < 43.5 ? [control.outerHTML.slice(0, 200) + ' ' + heights] : [];
  })`;

/** What scrolls up and down. */
const scrolling = `[...document.querySelectorAll('*')].filter((element) =>
  /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1
    && element.clientHeight > 40).length`;

const shown = async (page: Page, address: string, title: string) => {
  await page.goto(address);
  await expect(heading(page, title)).toBeVisible();
  await page.waitForLoadState('networkidle');
};

test('every control can be hit with a finger, and only the page scrolls', async ({ page, signInAs }) => {
  await signInAs('admin');
  for (const [address, title] of [
    ['/', 'Overview'],
    ['/oidc', 'OIDC providers'],
    ['/oidc/1', 'Demo sign-in'],
    ['/access/users', 'Users'],
    ['/access/users/3', 'operator'],
    ['/activity', 'Sign-ins'],
    ['/account', 'Account'],
    ['/preferences', 'Preferences'],
    ['/configuration', 'Configuration'],
  ] as const)
    await test.step(title, async () => {
      await shown(page, address, title);
      await expect.poll(() => page.evaluate(small), address).toEqual([]);
      expect(await page.evaluate(scrolling)).toBeLessThanOrEqual(1);
    });
});

test("a notification doesn't cover the navigation", async ({ page, signInAs, apiAs }) => {
  await signInAs('admin');
  const { id, name } = await createByHand(await apiAs('admin'), 'Notified');
  await shown(page, `/oidc/${id}`, name);
  await field(page, 'Client ID').fill('another');
  await save(page).click();
  const notification = page.getByRole('status').filter({ hasText: 'Changes saved' });
  await expect(notification).toBeInViewport({ ratio: 1 });
  const [above, below] = await Promise.all([
    notification.boundingBox(),
    page.getByRole('navigation', { name: 'Pages' }).boundingBox(),
  ]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});
