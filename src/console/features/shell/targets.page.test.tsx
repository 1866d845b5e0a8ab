import { expect, it, onTestFinished } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { expectToFitPhone, renderPage, showOnPhone, textsOf } from '../../../testing/pages/render-page.tsx';
import { createProvider } from '../../../testing/pages/requests.ts';

const targets = [
  'a[href], button, input:not([type=checkbox][readonly]), select, summary',
  ...['checkbox', 'radio', 'switch', 'tab', 'separator', 'treeitem'].map((role) => `[role=${role}]`),
].join();

it('offers only targets of at least 24 × 24 px (WCAG 2.5.8)', async () => {
  const path = await createProvider('Large');
  const { open } = await renderPage('/jobs', 'admin');
  const addresses = `/ /groups/1 /groups/import /oidc /oidc/new /oidc/1?tab=sign-ins
    ${path}?tab=history /access /access/users /access/users/2 /access/users/2?tab=activity /access/roles/2
    /access/review /jobs /lab /-/docs?operation=updateGroup /activity /activity?log=changes /configuration
    /account /preferences`;
  for (const address of addresses.split(/\s+/)) {
    await open(address);
    await expect.poll(() => ({ address, small: smallTargets() })).toEqual({ address, small: [] });
  }
});

it('fits phones with text at 200 %', async () => {
  const { style } = document.documentElement;
  onTestFinished(() => void style.removeProperty('font-size'));
  style.fontSize = '200%';
  await showOnPhone();
  const { open } = await renderPage('/jobs', 'admin');
  const addresses = `/ /groups/1 /oidc/1 /access /access/can /access/roles /access/roles/2 /access/users
    /access/compare?left=/users/2&right=/users/3 /access/users/2 /lab /activity /configuration`;
  for (const address of addresses.split(/\s+/)) {
    await open(address);
    await expectToFitPhone();
    await page.viewport(360, 844);
    const bars = [page.getByRole('banner'), page.getByRole('navigation', { name: 'Pages' })];
    for (const bar of bars.map((each) => each.element())) expect(bar.scrollWidth).toBe(bar.clientWidth);
  }
});

/** The visible targets that can be pressed on less than 24 px across or down, except for links in sentences. */
function smallTargets(): string[] {
  return [...document.querySelectorAll<HTMLElement>(targets)]
    .filter((target) => target.checkVisibility() && !isInSentence(target) && !isLarge(target))
    .map(({ outerHTML }) => outerHTML.slice(0, 200));
}

function isLarge(target: HTMLElement): boolean {
  const box = target.getBoundingClientRect();
  // Large, or out of sight, such as a link that is shown when it has the focus.
  if ((box.width >= 24 && box.height >= 24) || box.width <= 1 || box.bottom < 0) return true;
  target.scrollIntoView({ block: 'center', inline: 'nearest' });
  const { x, y, width, height } = target.getBoundingClientRect();
  const reach = (stepX: number, stepY: number): number => {
    for (let at = 0.5; at < 24; at += 1) {
      const hit = document.elementFromPoint(x + width / 2 + at * stepX, y + height / 2 + at * stepY);
      if (!target.contains(hit) && hit?.closest('label')?.control !== target) return at - 0.5;
    }
    return 24;
  };
  return reach(-1, 0) + reach(1, 0) >= 24 && reach(0, -1) + reach(0, 1) >= 24;
}

/** Whether a link stands between words, which the height of their line limits. */
function isInSentence(target: HTMLElement): boolean {
  const beside = [...(target.parentElement?.childNodes ?? [])].filter(
    ({ nodeType }) => nodeType === Node.TEXT_NODE,
  );
  return target.matches('a') && beside.some(({ textContent }) => /\p{L}{2}/u.test(textContent ?? ''));
}

it('has a bottom bar of five on phones, and marks More as current on the pages in its menu', async () => {
  const { history } = await renderPage('/lab', 'admin');
  await showOnPhone();
  const bar = page.getByRole('navigation', { name: 'Pages' });
  const more = bar.getByRole('button', { name: 'More' });
  await expect.element(more).toHaveAttribute('aria-current', 'true');
  const items = ['Overview', 'Groups', 'Providers', 'Access', 'More'];
  await expect.poll(() => (bar.element() as HTMLElement).innerText.split(/\s+/)).toEqual(items);
  const backgroundOf = (part: Locator) => getComputedStyle(part.element()).backgroundColor;
  const marked = backgroundOf(more);
  await more.click();
  const others = ['Jobs', 'Activity', 'Configuration', 'Lab', 'API docs'];
  await expect.poll(() => textsOf(page.getByRole('menuitem'))).toEqual(others);
  await page.getByRole('menuitem', { name: 'Configuration' }).click();
  await expect.element(page.getByRole('heading', { name: 'Configuration', level: 1 })).toBeVisible();
  await expect.element(more).toHaveAttribute('aria-current', 'true');
  history.push('/oidc');
  await expect
    .element(bar.getByRole('link', { name: 'OIDC providers' }))
    .toHaveAttribute('aria-current', 'page');
  await expect.element(more).not.toHaveAttribute('aria-current');
  expect(backgroundOf(more)).not.toBe(marked);
  expect(backgroundOf(bar.getByRole('link', { name: 'OIDC providers' }))).toBe(marked);
});
