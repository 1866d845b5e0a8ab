import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { heading, renderPage } from '../../../testing/pages/render-page.tsx';
import { applyRules, pendingCalls, request, sendAs, signIn } from '../../../testing/pages/requests.ts';

/** Creates a user. @returns their path */
async function createUser(data: object): Promise<string> {
  const user = { group_resource: '/groups/0', ...data };
  return (await sendAs<{ user_resource: string }>('admin', '/api/users', user)).user_resource;
}

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

it('combines filters that are chosen before the address shows the first', async () => {
  const { address } = await renderPage('/activity', 'admin');
  await expect.element(page.getByRole('combobox', { name: 'Provider' })).toHaveTextContent('Demo sign-in');
  for (const [name, value] of [
    ['Outcome', 'rejected'],
    ['Provider', '/oidc_ops/1'],
  ] as const) {
    const select = page.getByRole('combobox', { name }).element() as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await expect.poll(address).toBe('/activity?outcome=rejected&oidc_op=%2Foidc_ops%2F1');
});

it('says that a period must end after it begins', async () => {
  await renderPage('/activity?since=2026-03-29T20:00:00Z&until=2026-03-28T20:00:00Z', 'admin');
  await page.getByRole('button', { name: 'Choose times' }).click();
  await expect
    .element(page.getByLabelText('To', { exact: true }))
    .toHaveAccessibleDescription('Must not be before From');
});

it('keeps what is typed into a filter while the log is loading', async () => {
  const { address } = await renderPage('/activity', 'admin');
  const login = page.getByRole('textbox', { name: 'Login' });
  await expect.element(login).toBeVisible();
  await applyRules({
    endpoint: 'listSignInEvents',
    effect: { kind: 'latency', milliseconds: 700 },
    times: null,
  });
  await login.fill('a');
  await expect.poll(() => pendingCalls().length).toBe(1);
  let typed = 'a';
  // Without a pause in which it would be searched.
  const none = page.getByText('No sign-ins match these filters');
  while (none.elements().length === 0) {
    typed += 'd';
    await userEvent.keyboard('d');
  }
  await expect.element(login).toHaveValue(typed);
  await expect.poll(address).toBe(`/activity?login=${typed}`);
});

it('filters only the log that the text was typed for, even if another one or another page is still loading', async () => {
  const slow = { kind: 'latency', milliseconds: 1_000 } as const;
  for (const [endpoint, opened, at] of [
    ['listChanges', 'Changes', '/activity?log=changes'],
    ['listOidcOps', 'OIDC providers', '/oidc'],
  ] as const) {
    const { address } = await renderPage('/activity', 'admin');
    const login = page.getByRole('textbox', { name: 'Login' });
    await expect.element(login).toBeVisible();
    await applyRules({ endpoint, effect: slow, times: 1 });
    await login.fill('admin');
    await page.getByRole('link', { name: opened, exact: true }).click();
    await expect.element(heading(opened)).toBeVisible();
    expect(address()).toBe(at);
  }
});

it('erases a user from the logs, before and after being deleted', async () => {
  const login = 'erased';
  const path = await createUser({ login, display_name: 'Erika Erased' });
  await expect(request('POST', '/api/authentication', { login, password: 'wrong' })).rejects.toThrow('401');
  await renderPage(`/access${path}?tab=activity`, 'admin');
  const signIns = page.getByRole('region', { name: 'Recent sign-ins' });
  const rejected = signIns.getByRole('row', { name: /Rejected/ });
  await expect.element(rejected).toHaveTextContent('127.0.0.1');
  const erase = page.getByRole('button', { name: 'Erase from logs' });
  await erase.click();
  const dialog = page.getByRole('dialog', { name: `Erase ${login} from logs` });
  await expect.element(dialog).toHaveTextContent("This can't be undone");
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(rejected).toHaveTextContent('127.0.0.1');
  await erase.click();
  await dialog.getByRole('button', { name: `Erase ${login} from logs` }).click();
  await expect.element(page.getByText(`${login} erased from logs`)).toBeVisible();
  await expect.element(rejected).toHaveTextContent(/forgotten-/);
  await expect.element(signIns).not.toHaveTextContent('127.0.0.1');
  const logs = async () =>
    JSON.stringify([
      await request('GET', `/api/changes?resource=${path}`),
      await request('GET', `/api/sign_in_events?user=${path}`),
    ]);
  expect(await logs()).not.toContain(login);

  await request('DELETE', `/api${path}`);
  expect(await logs()).toContain(login);
  await renderPage(`/activity?log=changes&action=deleted&resource=${path}`, 'admin');
  await page.getByRole('row').filter({ hasText: login }).getByRole('link').first().click();
  await expect.element(heading(`Deleted user ${login}`)).toBeVisible();
  await erase.click();
  await dialog.getByRole('button', { name: `Erase ${login} from logs` }).click();
  await expect.element(heading(/^Deleted user forgotten-/)).toBeVisible();
  expect(await logs()).not.toContain(login);
});

it("says on a user's page that the service has no logs", async () => {
  await signIn('admin');
  const lacking = { kind: 'status' as const, status: 404, detail: ['no such path'] };
  const logs = ['listSignInEvents', 'listChanges'];
  await applyRules(...logs.map((endpoint) => ({ endpoint, effect: lacking, times: null })));
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
  await expectAccessible();
  await renderPage(`${address()}&state=delivered`, 'admin');
  await expect.element(page.getByText(/^No alerts match/)).toBeVisible();
});
