import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import {
  choose,
  expectToFitPhone,
  heading,
  renderPage,
  showOnPhone,
} from '../../../testing/pages/render-page.tsx';
import { createUser, delay, refuse, request, signIn } from '../../../testing/pages/requests.ts';

it('shows the log while sign-ins are still being counted, which then moves no row', async () => {
  await delay('countSignIns', 1500);
  await renderPage('/activity', 'admin');
  const row = page.getByRole('grid', { name: 'Sign-ins' }).getByRole('row').nth(1);
  await expect.element(row).toBeVisible();
  const rate = page.getByText(/^\d+ sign-ins? · \d+ rejected$/);
  await expect.element(rate).not.toBeInTheDocument();
  const topOf = (part: typeof row) => part.element().getBoundingClientRect().top;
  // The title itself moves with the Lab's banner.
  const belowTitle = () => topOf(row) - topOf(heading('Sign-ins'));
  const before = belowTitle();
  await expect.element(rate).toBeVisible();
  expect(belowTitle()).toBe(before);
});

it('finds sign-ins by what failed, and says that an entry is missing', async () => {
  await fetch('/api/oidc_logins/999', { redirect: 'manual' });
  const { history } = await renderPage('/activity?code=unknown_provider', 'admin');
  const rejected = page.getByRole('row', { name: /Rejected/ });
  await expect.element(rejected.first()).toHaveTextContent('Unknown provider');
  history.push('/activity?login=nobody');
  await expect.element(page.getByText('No matching sign-ins in the last 24 hours')).toBeVisible();
  history.push('/activity?log=changes&entry=999999999');
  await expect.element(heading("This change isn't in the log")).toBeVisible();
  await page.getByRole('link', { name: 'Close', exact: true }).click();
  await expect.element(heading('Changes')).toBeVisible();
});

it('keeps the rows where they are with any filters, and shows a period that was chosen elsewhere', async () => {
  await page.viewport(1024, 900);
  const { history, address } = await renderPage('/activity', 'admin');
  const grid = page.getByRole('grid', { name: 'Sign-ins' });
  await expect.element(page.getByText(/^[\d,]+ sign-ins?$/)).toBeVisible();
  const top = () => grid.element().getBoundingClientRect().top;
  const before = top();
  const now = new Date();
  const since = new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
  history.push(`/activity?user=/users/1&code=unknown_user&outcome=rejected&since=${since}`);
  await expect.element(page.getByText('No sign-ins match these filters')).toBeVisible();
  history.push(`/activity?user=/users/1&outcome=signed_in&period=month`);
  await expect.element(page.getByRole('button', { name: /^Remove filter Outcome/ })).toBeVisible();
  await expect.element(grid).toBeVisible();
  expect(top()).toBe(before);
  history.push(`/activity?user=/users/1&since=${since}`);
  await expect.element(page.getByText(/^\d+ sign-ins? found$/)).toBeVisible();
  const period = page.getByRole('button', { name: /^Remove filter Period: .*(12:00 AM|00:00)–now$/ });
  await expect.element(period).toBeVisible();
  expect(top()).toBe(before);
  await page.getByRole('button', { name: 'Choose times' }).click();
  await expect.element(page.getByLabelText('To', { exact: true })).toBeVisible();
  expect(top()).toBe(before);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByLabelText('To', { exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(period).not.toBeInTheDocument();
  await expect.poll(address).toBe('/activity');
  expect(top()).toBe(before);
});

it('starts with figures on phones, and has its other filters behind one button', async () => {
  await showOnPhone();
  await renderPage('/activity', 'admin');
  const row = page.getByRole('row').nth(1);
  await expect.element(row).toBeVisible();
  await expect.element(page.getByText('In the last 24 hours')).toBeVisible();
  await expect.element(page.getByRole('group', { name: /^Sign-ins in/ })).not.toBeInTheDocument();
  expect(row.element().getBoundingClientRect().top).toBeLessThan(280);
  await page.getByRole('button', { name: 'Filter' }).click();
  const drawer = page.getByRole('dialog', { name: 'Filter' });
  await expect.element(drawer.getByLabelText('Reference')).toBeVisible();
  await expect.element(drawer.getByLabelText('From')).toBeVisible();
  await expectAccessible();
  await choose('Filter by outcome', 'Rejected');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Filter', exact: true })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Remove filter Outcome: Rejected' })).toBeVisible();
  await expectToFitPhone();
});

it('says that a period must end after it begins', async () => {
  await renderPage('/activity?since=2026-03-29T20:00:00Z&until=2026-03-28T20:00:00Z', 'admin');
  await page.getByRole('button', { name: 'Choose times' }).click();
  await expect
    .element(page.getByLabelText('To', { exact: true }))
    .toHaveAccessibleDescription('Must not be before From');
});

it('filters only the log that the text was typed for, even if another one or another page is still loading', async () => {
  const { address, open } = await renderPage('/activity', 'admin');
  for (const [endpoint, opened, at] of [
    ['listChanges', 'Changes', '/activity?log=changes'],
    ['listOidcOps', 'OIDC providers', '/oidc'],
  ] as const) {
    await open('/activity');
    await delay(endpoint, 1_000, 1);
    await page.getByRole('textbox', { name: 'Login' }).fill('admin');
    await page.getByRole('link', { name: opened, exact: true }).click();
    await expect.element(heading(opened)).toBeVisible();
    expect(address()).toBe(at);
  }
});

it('says who had suspended the user of a rejected sign-in, not who did so later', async () => {
  const [login, password] = ['sue', 'the password of sue'];
  const path = await createUser(login, { password });
  const suspend = (suspended: boolean, headers = {}) => request('PUT', `/api${path}`, { suspended }, headers);
  await suspend(true);
  await expect(request('POST', '/api/authentication', { login, password })).rejects.toThrow('401');
  const { key } = await request<{ key: string }>('POST', '/api/users/1/api_keys', { name: 'robot' });
  await suspend(false);
  await suspend(true, { Authorization: `token ${key}` });
  await renderPage('/activity?login=sue', 'admin');
  await page.getByRole('row', { name: /User is suspended/ }).click();
  await expect.element(page.getByText(/^Suspended by admin, /)).toBeVisible();
  await renderPage(`/activity?log=changes&user=/users/1`, 'admin');
  await expect.element(page.getByText('admin via API key robot').first()).toBeVisible();
});

it('erases a user from the logs, before and after being deleted', async () => {
  const login = 'erased';
  const path = await createUser(login, { display_name: 'Erika Erased' });
  await expect(request('POST', '/api/authentication', { login, password: 'wrong' })).rejects.toThrow('401');
  const { history } = await renderPage(`/access${path}?tab=activity`, 'admin');
  const signIns = page.getByRole('region', { name: 'Recent sign-ins' });
  const rejected = signIns.getByRole('row', { name: /Rejected/ });
  await expect.element(rejected).toHaveTextContent('127.0.0.1');
  const erase = page.getByRole('button', { name: 'Erase from logs' });
  await erase.click();
  const dialog = page.getByRole('dialog', { name: `Erase ${login} from logs` });
  await expect.element(dialog).toHaveTextContent("This can't be undone");
  await dialog.getByRole('button', { name: `Erase ${login} from logs` }).click();
  await expect.element(page.getByText(`${login} erased from logs`)).toBeVisible();
  await expect.element(rejected).toHaveTextContent(/forgotten-/);
  await expect.element(signIns).not.toHaveTextContent('127.0.0.1');

  await request('DELETE', `/api${path}`);
  history.push(`/activity?log=changes&action=deleted&resource=${path}`);
  await page.getByRole('row').filter({ hasText: login }).getByRole('link').first().click();
  await expect.element(heading(`Deleted user ${login}`)).toBeVisible();
  await erase.click();
  await dialog.getByRole('button', { name: `Erase ${login} from logs` }).click();
  await expect.element(heading(/^Deleted user forgotten-/)).toBeVisible();
});

it("says on a user's page that the service has no logs", async () => {
  await refuse(['listSignInEvents', 'listChanges'], 404);
  await renderPage('/access/users/2?tab=activity', 'admin');
  const signIns = page.getByRole('region', { name: 'Recent sign-ins' });
  await expect.element(signIns).toHaveTextContent(/This service doesn't offer a sign-in log\.$/);
  await expect.element(signIns.getByRole('button')).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'History' }).click();
  await expect
    .element(page.getByRole('region', { name: 'History' }))
    .toHaveTextContent(/This service doesn't offer a change log\.$/);
});

it('lists alerts, with what they are about and how far their delivery is', async () => {
  await signIn('admin');
  // A user belongs to it.
  const response = await fetch('/api/groups/1', { method: 'DELETE' });
  const { delayed_job_status_resource: job } = (await response.json()) as Record<string, string>;
  await expect.poll(() => request('GET', `/api${job}`)).toMatchObject({ failed: true });
  const { address } = await renderPage('/activity', 'admin');
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await expect.element(heading('Alerts')).toBeVisible();
  const id = job?.split('/').at(-1);
  const row = page.getByRole('row', { name: `Job ${id}, started by admin` });
  await expect.element(row).toHaveTextContent(/Job failed.*Waiting/);
  await expect.element(page.getByText(/^Alerts are sent to /)).toBeVisible();
  await page.getByRole('button', { name: 'Send a test alert' }).click();
  const failure = page.getByRole('alert', { name: /^Alerts don't arrive at / });
  await expect.element(failure).toHaveTextContent(/for \d+ s/);
  await renderPage(`${address()}&state=delivered`, 'admin');
  await expect.element(page.getByText(/^No alerts match/)).toBeVisible();
});
