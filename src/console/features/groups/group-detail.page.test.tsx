import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { LabRule } from '../../../contract/lab.ts';
import { heading, renderPage } from '../../../testing/pages/render-page.tsx';
import { applyRules, signIn } from '../../../testing/pages/requests.ts';

const slow = (endpoint: string, milliseconds: number): LabRule => ({
  endpoint,
  effect: { kind: 'latency', milliseconds },
  times: null,
});
/** A line of text. */
const tolerated = 20;

/**
 * Records the positions below the title, in every frame. The title itself moves with the Lab's banner.
 * @returns a function that stops and returns how far each part moved
 */
function watchPositions(details: string, parts: string) {
  const seen = new Map<string, number[]>();
  let frame = 0;
  const look = () => {
    const title = document.querySelector(`${details} h1`)?.getBoundingClientRect().top ?? 0;
    for (const part of document.querySelectorAll(`${details} :is(${parts})`)) {
      const { top, height } = part.getBoundingClientRect();
      const name = part.textContent;
      if (height > 0) seen.set(name, [...(seen.get(name) ?? []), top - title]);
    }
    frame = requestAnimationFrame(look);
  };
  look();
  return () => {
    // What has appeared since the last frame counts, too.
    look();
    cancelAnimationFrame(frame);
    return [...seen].map(([name, tops]) => ({ name, moved: Math.max(...tops) - Math.min(...tops) }));
  };
}

it.each([
  ['the list of roles', 'listRoles'],
  ["the group's record", 'getGroup'],
])('moves nothing that is already visible when %s loads last', async (_, last) => {
  await signIn('admin');
  const others = ['listGroupUsers', 'listRoles', 'getGroup'].filter((endpoint) => endpoint !== last);
  await applyRules(...others.map((endpoint) => slow(endpoint, 200)), slow(last, 600));
  const moved = watchPositions('section[aria-label="Group details"]', 'h1, h2, summary, dt, th, nav a');
  await renderPage('/groups/1', 'admin');
  await expect.element(page.getByText(/^API paths/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Roles 4' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Users \d/ })).toBeVisible();
  const parts = moved();
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.filter(({ moved: by }) => by > tolerated)).toEqual([]);
});

it("says below a group's name how many subgroups and users it has, as far as that's known", async () => {
  await signIn('admin');
  await applyRules(slow('listGroupUsers', 400));
  await renderPage('/groups/1', 'admin');
  const details = page.getByRole('region', { name: 'Group details' });
  const below = details.getByText(/^\d+ subgroups$/);
  await expect.element(below).toBeVisible();
  const subgroups = below.element().textContent;
  await expect.element(details.getByRole('row', { name: `Subgroups ${subgroups} (` })).toBeVisible();
  await expect.element(details.getByText(`${subgroups} · 1 user`, { exact: true })).toBeVisible();
});

it('shows the first group together with the tree, before its address', async () => {
  const { address, history } = await renderPage('/jobs', 'admin');
  await expect.element(heading('Jobs')).toBeVisible();
  const seen: string[] = [];
  const observer = new MutationObserver(() => {
    if (document.querySelector('[role=treeitem]'))
      seen.push(document.querySelector('h1')?.textContent ?? 'no heading');
  });
  observer.observe(document.body, { childList: true, subtree: true });
  history.push('/groups');
  await expect.poll(address).toBe('/groups/0');
  observer.disconnect();
  expect(new Set(seen)).toEqual(new Set(['Default']));
});
