import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { heading, renderPage, textsOf } from '../../../testing/pages/render-page.tsx';
import { applyRules, request, signIn } from '../../../testing/pages/requests.ts';

const counts = page.getByRole('list', { name: 'Records' }).getByRole('listitem');
const attention = page.getByRole('region', { name: 'Needs attention' });
const rejectedSignIns = page.getByRole('region', { name: 'Rejected sign-ins' });
const recentChanges = page.getByRole('region', { name: 'Recent changes' });
const failing = (endpoint: string) => ({
  endpoint,
  effect: { kind: 'status' as const, status: 500, detail: ['out of order'] },
  times: null,
});

it('lists rejected sign-ins and changes, and links to them', async () => {
  const wrong = { login: 'auditor', password: 'wrong' };
  await expect(request('POST', '/api/authentication', wrong)).rejects.toThrow('401');
  await signIn('admin');
  await request('PUT', '/api/groups/1', { description: 'Changed for the overview' });
  const { history } = await renderPage('/', 'admin');
  await expect
    .element(rejectedSignIns.getByRole('listitem').first())
    .toHaveTextContent(/^Wrong passwordauditor · Password · /);
  await expect
    .element(recentChanges.getByRole('listitem').first())
    .toHaveTextContent(/^Updated group EMEADescription · admin · /);
  expect(recentChanges.getByRole('listitem').elements().length).toBeLessThanOrEqual(5);
  await rejectedSignIns.getByRole('link', { name: 'Wrong password' }).first().click();
  await expect.element(heading('Rejected sign-in')).toBeVisible();
  history.back();
  await recentChanges.getByRole('link', { name: 'Updated group EMEA' }).first().click();
  await expect.element(heading('Updated group EMEA')).toBeVisible();
  history.back();
  await rejectedSignIns.getByRole('link', { name: 'Show all rejected sign-ins' }).click();
  await expect.element(page.getByLabelText('Outcome')).toHaveValue('rejected');
  history.back();
  await recentChanges.getByRole('link', { name: 'Show all changes' }).click();
  await expect.element(heading('Changes')).toBeVisible();
});

it("says what couldn't be loaded, and claims nothing about it", async () => {
  await signIn('admin');
  await request('PUT', '/api/groups/1', { description: 'Changed' });
  await applyRules(...['listLastSignInTests', 'listUsers', 'listSignInEvents'].map(failing));
  await renderPage('/', 'admin');
  await expect
    .element(attention.getByRole('alert', { name: "Couldn't load sign-in tests" }))
    .toHaveTextContent('out of order');
  await expect.element(page.getByRole('alert', { name: "Couldn't load rejected sign-ins" })).toBeVisible();
  await expect.element(rejectedSignIns).not.toHaveTextContent('None');
  await expect.element(recentChanges.getByRole('listitem').first()).toBeVisible();
  await expect.element(attention).toHaveTextContent('Checked jobs and provider metadata.');
  await expect.element(attention).not.toHaveTextContent('Nothing needs attention');
  await expect
    .poll(() => textsOf(counts))
    .toEqual(['1,204 groups', '1 provider', 'Unknown number of users', '4 roles']);
});

it("says once that providers and their tests couldn't be loaded, and tries both again", async () => {
  await signIn('admin');
  await applyRules(...['listOidcOps', 'listLastSignInTests'].map(failing));
  await renderPage('/', 'admin');
  const failure = attention.getByRole('alert');
  await expect.element(failure).toHaveTextContent("Couldn't load providers and sign-in tests");
  await request('DELETE', '/-/lab/scenario');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect.element(failure).not.toBeInTheDocument();
  await expect.element(attention).toHaveTextContent('Checked jobs, sign-in tests, and provider metadata.');
});

it('offers a user without a role what they can read, and explains the rest', async () => {
  const { history } = await renderPage('/', 'guest');
  await expect.element(page.getByText("Your roles don't grant access")).toBeVisible();
  await expect.element(attention).toHaveTextContent('Nothing needs attention. Checked jobs.');
  for (const other of [counts, rejectedSignIns, recentChanges])
    await expect.element(other).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'View my access' }).click();
  await expect.element(page.getByText('You are signed in as guest')).toBeVisible();
  history.push('/groups');
  await page.getByRole('alert').getByRole('link', { name: 'What would allow this?' }).click();
  // React reports the error that the page explained.
  vi.mocked(console.error).mockClear();
  await expect.poll(() => history.location.href).toBe('/access/can?feature=group&privilege=ro');
});
