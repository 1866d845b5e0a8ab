import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import {
  chooseByKeys,
  expectToFitPhone,
  heading,
  renderPage,
} from '../../../../testing/pages/render-page.tsx';
import { type Role, refuse, request, sentBy, signIn } from '../../../../testing/pages/requests.ts';

const dialog = page.getByRole('dialog');
const sessions = page.getByRole('grid', { name: 'Sessions' });
const rows = sessions.getByRole('row', { name: /Chrome/ });

/** Signs in somewhere else: this browser keeps its own session. */
async function signInElsewhere(login: Role, password = `${login}-demo-2026`): Promise<number> {
  const { status } = await fetch('/api/authentication', {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: { login, password } }),
  });
  return status;
}

it('shows who is signed in and where, and ends other sessions', async () => {
  await renderPage('/access', 'tenant');
  await request('DELETE', '/api/users/2/sessions');
  expect(await signInElsewhere('tenant')).toBe(201);
  await page.getByRole('button', { name: 'User tenant' }).click();
  await expect.element(page.getByText('tenant in EMEA')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect.element(heading('Account')).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Login tenant' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'My access' }).last())
    .toHaveAttribute('href', '/access');
  await expect.element(rows).toHaveLength(2);
  await expect.element(rows.first()).toHaveTextContent('This session');
  await expect.element(page.getByRole('grid', { name: 'Recent sign-ins' })).toBeVisible();

  await expectAccessible();

  const end = page.getByRole('button', { name: /^End session of .*Chrome \d+.* at .*, \w+ \d+, \d{4}/ });
  await expect.element(end).toHaveLength(1);
  await end.click();
  await dialog.getByRole('button', { name: 'End session' }).click();
  await expect.element(page.getByText('Session ended')).toBeVisible();
  await expect.element(rows).toHaveLength(1);
  await expect
    .element(page.getByRole('button', { name: 'Sign out everywhere else' }))
    .not.toBeInTheDocument();

  for (let count = 0; count < 2; count += 1) await signInElsewhere('tenant');
  await renderPage('/account', 'tenant');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect.element(page.getByText('2 sessions ended')).toBeVisible();
  await expect.element(rows).toHaveLength(1);
  await expectToFitPhone();
});

it('replaces an API key, with the keyboard, by one with the same limits', async () => {
  await signIn('admin');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const endOfMonth = `${inDays(30).slice(0, 10)}T23:59:59.000Z`;
  const { key: _key, ...old } = await request<Record<string, string>>('POST', '/api/users/1/api_keys', {
    name: 'Rotated',
    expires_at: endOfMonth,
    read_only: true,
  });
  await renderPage('/account', 'admin');
  await expect.element(page.getByRole('row', { name: 'Rotated' })).toHaveTextContent(/never.*in 30 days/);
  await chooseByKeys('Rotated', 'Replace');
  await expect.element(page.getByRole('dialog', { name: 'Replace Rotated' })).toBeVisible();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Rotated');
  await expect.element(dialog.getByLabelText('Only for reading')).toBeChecked();
  await userEvent.selectOptions(dialog.getByLabelText('The old key ends'), 'In 1 day');
  await expectAccessible();
  await dialog.getByLabelText('Name').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText('API key Rotated')).toBeVisible();
  const [sent] = sentBy('POST');
  expect(sent).toEqual({
    data: {
      name: 'Rotated',
      expires_at: endOfMonth,
      read_only: true,
      replaces: old['api_key_resource'],
      replaced_expires_at: expect.stringMatching(inDays(1).slice(0, 13)),
    },
  });
});

it('asks before a new API key is closed that was not copied', async () => {
  await renderPage('/access', 'tenant');
  await page.getByRole('button', { name: 'New API key' }).click();
  await dialog.getByLabelText('Name').fill('Not copied');
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await expect.element(page.getByRole('button', { name: 'Copy key' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('dialog', { name: 'Close without copying the key?' });
  await question.getByRole('button', { name: 'Back to the key' }).click();
  await expect.element(page.getByLabelText('API key Not copied')).toBeVisible();
});

it('changes the own password', async () => {
  await renderPage('/account', 'guest');
  await page.getByRole('button', { name: 'Change my password' }).click();
  const current = dialog.getByLabelText('Current password');
  await current.fill('wrong');
  await dialog.getByLabelText('New password').fill('guest-demo-2027');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText("isn't your password", { exact: false })).toBeVisible();
  await expect.element(current).toHaveFocus();
  await signInElsewhere('guest');
  await current.fill('guest-demo-2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Password changed')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(rows).toHaveLength(1);
  expect(await signInElsewhere('guest', 'guest-demo-2027')).toBe(201);
  expect(JSON.stringify(sentBy('POST'))).not.toMatch(/guest-demo|wrong/);
});

it("shows users' sessions to their administrators", async () => {
  await signInElsewhere('operator');
  await renderPage('/access/users/3?tab=sign-in', 'auditor');
  await expect.element(rows).toHaveLength(1);
  const tab = (name: RegExp) => page.getByRole('link', { name });
  await expect.element(tab(/^Sign-in and sessions 1/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^End/ })).not.toBeInTheDocument();
  await renderPage('/access/users/3?tab=sign-in', 'admin');
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await dialog.getByRole('button', { name: 'End all sessions' }).click();
  await expect.element(page.getByText('1 session ended')).toBeVisible();
  await expect.element(page.getByText('Not signed in anywhere')).toBeVisible();
  await expect.element(tab(/^Sign-in/)).toHaveTextContent(/^Sign-in and sessions$/);
});

it('hides what the service lacks', async () => {
  await refuse('listSessions', 404, ['unknown path']);
  await renderPage('/account', 'auditor');
  await expect.element(page.getByRole('grid', { name: 'Recent sign-ins' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Sessions' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Change my password' })).not.toBeInTheDocument();
});
