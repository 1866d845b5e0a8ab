import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { User } from '../../../../contract/access/users.ts';
import { expectAccessible } from '../../../../testing/accessible.ts';
import {
  choose,
  expectToFitPhone,
  keepDownloads,
  pressOn,
  renderPage,
} from '../../../../testing/pages/render-page.tsx';
import { userList } from '../../../data/access/users.ts';
import { allQuery } from '../../../data/service/record-pages.ts';
import { queryClient } from '../../../query-client.ts';
import { createRecord, refuse, request } from '../../../../testing/pages/requests.ts';

const rows = page.getByRole('grid', { name: 'Access review' }).getByRole('row');

it('exports the names of groups that are not in view, or says why not', async () => {
  const downloads = keepDownloads();
  const role = await createRecord('/roles', {
    name: 'Far away',
    admin_group: '/groups/0',
    group_resources: ['/groups/501'],
    features: [{ name: 'device', privilege: 'ro' }],
  });
  const zoe = { login: 'zoe', group_resource: '/groups/500', role_resources: [role] };
  await request('POST', '/api/users', zoe);
  await page.viewport(1280, 500);
  await renderPage('/access/review', 'admin');
  const exportCsv = async () => {
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem', { name: /as CSV$/ }).click();
  };
  await expect.element(rows.nth(1)).toBeInTheDocument();
  await refuse('listGroups', 403);
  await exportCsv();
  await expect
    .element(page.getByRole('alert').filter({ hasText: "Couldn't export assignments" }))
    .toBeVisible();
  expect(downloads.size).toBe(0);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await request('DELETE', '/-/lab/scenario');
  await exportCsv();
  await expect.poll(() => downloads.get('access-review.csv')).toMatch(/^zoe,/m);
  expect(await downloads.get('access-review.csv')).not.toContain('/groups/');
});

it('compares two roles', async () => {
  await renderPage('/access/review', 'auditor');
  await page.getByRole('button', { name: 'Compare access' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare access' });
  await choose('This', 'EMEA administrators');
  await choose('With', 'Operators');
  await expect.element(dialog.getByRole('status').filter({ hasText: '7 differences' })).toBeVisible();
  await expect
    .element(dialog.getByRole('row', { name: 'Users, roles and keys group_admin EMEA change view' }))
    .toBeVisible();
  await expect.element(dialog.getByRole('row', { name: /^Devices device EMEA/ })).not.toBeInTheDocument();
});

it("says nothing about a group that doesn't exist", async () => {
  const { open } = await renderPage('/access/review?group=/groups/99999', 'admin');
  const unknown = /\/groups\/99999\W* doesn't exist or isn't visible to you/;
  await expect.element(page.getByRole('alert')).toHaveTextContent(unknown);
  await expect.element(rows.nth(1)).not.toBeInTheDocument();
  await open('/access/can?feature=group&group=/groups/99999');
  await expect.element(page.getByRole('alert')).toHaveTextContent(unknown);
  await expect.element(page.getByRole('heading', { name: 'Yes' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

it('lists who can do what, limited to changes, a role or a group', async () => {
  const { address, open } = await renderPage('/access/review', 'admin');
  await expect.element(page.getByText('What every user visible to you can do, by role.')).toBeVisible();
  await expect
    .element(rows.nth(1))
    .toHaveTextContent(/admin ?DefaultAdministratorsAll features · changeDefault and its subgroups/);
  // One row per user and role.
  await expect.element(page.getByRole('row', { name: /^admin/ })).toHaveLength(1);
  await expectAccessible();
  // Four are taken in at a glance.
  await expect.element(page.getByRole('button', { name: 'Filter' })).not.toBeInTheDocument();
  await page.getByText('By feature').click();
  await expect.poll(address).toMatch(/by=feature/);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Can change only' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Operators' }).click();
  await expect.poll(address).toMatch(/privilege=rw/);
  await page.getByRole('heading', { level: 1 }).click();
  await expect.element(rows.nth(1)).toHaveTextContent(/operator.*Operators/);
  await expect.element(page.getByRole('row', { name: /auditor/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('row', { name: /^operator/ }).nth(1)).toBeInTheDocument();

  await open('/access/review?group=/groups/3');
  await expect.element(page.getByText(/ and its subgroups, by role/)).toBeVisible();
  await expect.element(rows.nth(1)).toHaveTextContent(/admin/);
  await expect.element(page.getByRole('row', { name: /tenant/ })).not.toBeInTheDocument();
  await page.getByRole('button', { name: /Remove filter Group/ }).click();
  await expect.element(page.getByRole('row', { name: /tenant/ }).first()).toBeInTheDocument();
  await expectToFitPhone();
  // There, one card per user.
  await expect.element(page.getByText(/, by user/)).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^tenant/ })).toHaveLength(1);
});

it("names how many users the list shows that haven't signed in for long, and links to them", async () => {
  const { address, open } = await renderPage('/access/users', 'admin');
  const idle = [false, false, true].map((suspended) => ({ suspended }));
  const { queryKey } = allQuery(userList(undefined, '', false, { last_sign_in: '90d' }));
  queryClient.setQueryData(queryKey, { page: 0, items: idle as User[], total: 3, more: false, whole: true });
  await open('/access/review');
  const link = page.getByRole('link', { name: "2 users haven't signed in for 90 days" });
  await pressOn(link, '{Enter}');
  await expect.poll(address).toBe('/access/users?last_sign_in=90d&suspended=active');
});
