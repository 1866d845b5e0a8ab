import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { heading, renderPage } from '../../../testing/pages/render-page.tsx';
import { pendingCalls } from '../../../testing/pages/requests.ts';

it('announces a page by its name only, whose heading comes first', async () => {
  const { history } = await renderPage('/preferences', 'admin');
  await expect.element(heading('Preferences')).toBeVisible();
  // It appears with the gateway's response.
  await expect.element(page.getByRole('status', { name: 'Connection' })).toBeVisible();
  const announced = recordAnnouncements();
  for (const [address, name, title = name] of [
    ['/groups/1', 'EMEA', 'Groups'],
    ['/oidc', 'OIDC providers'],
    ['/access', 'My access', 'Access'],
    ['/access/users', 'Users'],
    ['/access/users/2', 'tenant', 'User'],
    ['/activity', 'Sign-ins', 'Activity'],
    ['/', 'Overview'],
  ] as const) {
    const before = announced.length;
    history.push(address);
    await expect.element(heading(name)).toBeVisible();
    await expect.poll(pendingCalls).toEqual([]);
    await expect.poll(() => [address, announced.slice(before)]).toEqual([address, [title]]);
    expect(page.getByRole('heading').first().element()).toHaveTextContent(name);
  }
});

/** What live regions say from now on: those that appear, and what changes in the others. */
function recordAnnouncements(): string[] {
  const announced: string[] = [];
  const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
  const observer = new MutationObserver((mutations) => {
    for (const { target, addedNodes } of mutations) {
      const added = [...addedNodes].filter((node) => node instanceof Element);
      const changed = (target instanceof Element ? target : target.parentElement)?.closest(live) ?? [];
      const regions = [
        changed,
        added,
        added.flatMap((element) => [...element.querySelectorAll(live)]),
      ].flat();
      for (const region of regions)
        if (region.isConnected && region.matches(live) && region.getAttribute('aria-live') !== 'off')
          announced.push((region.textContent || region.ariaLabel) ?? '');
    }
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return announced;
}
