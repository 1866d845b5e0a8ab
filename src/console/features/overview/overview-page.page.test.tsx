import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { Watch } from '../../../contract/oidc/watch.ts';
import { queryClient } from '../../query-client.ts';
import { expectAccessible } from '../../../testing/accessible.ts';
import { expectToFitPhone, heading, renderPage, textsOf } from '../../../testing/pages/render-page.tsx';
import { createRecord, refuse, request, sendAs, signIn } from '../../../testing/pages/requests.ts';
import { gatewayQuery } from '../../data/session/queries.ts';

const counts = page.getByRole('list', { name: 'Records' }).getByRole('listitem');
const attention = page.getByRole('region', { name: 'Needs attention' });
const signIns = page.getByRole('region', { name: 'Sign-ins' });
const recentChanges = page.getByRole('region', { name: 'Recent changes' });

it('lists changes, and links to them', async () => {
  await signIn('admin');
  await request('PUT', '/api/groups/1', { description: 'Changed for the overview' });
  const { history } = await renderPage('/', 'admin');
  await expect
    .element(recentChanges.getByRole('listitem').first())
    .toHaveTextContent(/^adUpdated group EMEAadmin · Description/);
  expect(recentChanges.getByRole('listitem').elements().length).toBeLessThanOrEqual(6);
  await recentChanges.getByRole('link', { name: 'Updated group EMEA' }).first().click();
  await expect.element(heading('Updated group EMEA')).toBeVisible();
  history.back();
  await recentChanges.getByRole('link', { name: 'Show all changes' }).click();
  await expect.element(heading('Changes')).toBeVisible();
});

it('lists the records that its user opened last, except for deleted ones', async () => {
  const path = await createRecord('/groups', { name: 'Soon deleted' });
  const { open } = await renderPage('/groups/1', 'admin');
  await expect.element(heading('EMEA')).toBeVisible();
  await open(path);
  await expect.element(heading('Soon deleted')).toBeVisible();
  await request('DELETE', `/api${path}`);
  await open('/');
  const recent = page.getByRole('region', { name: 'Where you left off' });
  await expect.poll(() => textsOf(recent.getByRole('listitem'))).toEqual(['EMEA']);
});

it("says what couldn't be loaded, and claims nothing about it", async () => {
  await signIn('admin');
  await request('PUT', '/api/groups/1', { description: 'Changed' });
  await refuse(['listLastSignInTests', 'listUsers', 'countSignIns'], 500);
  await renderPage('/', 'admin');
  await expect
    .element(attention.getByRole('alert', { name: "Couldn't load sign-in tests and sign-ins" }))
    .toHaveTextContent('out of order');
  await expect.element(signIns.getByRole('alert', { name: "Couldn't count sign-ins" })).toBeVisible();
  await expect.element(signIns).not.toHaveTextContent('No sign-ins');
  await expect.element(recentChanges.getByRole('listitem').first()).toBeVisible();
  await expect.element(attention).not.toHaveTextContent('Nothing needs attention');
  await expect.poll(() => textsOf(counts)).toEqual(['1,204 groups', '2 providers', '– users', '4 roles']);
});

it('offers a user without a role what they can read, and explains the rest', async () => {
  await renderPage('/', 'guest');
  const refusal = page.getByRole('alert').filter({ hasText: "Your roles don't grant access" });
  await expect.element(refusal).toHaveTextContent('Anyone with Users, roles and keys · change');
  await expect.element(refusal.getByRole('button', { name: 'Copy request' })).toBeVisible();
  for (const other of [counts, attention, signIns, recentChanges])
    await expect.element(other).not.toBeInTheDocument();
  await page.getByRole('link', { name: 'View my access' }).click();
  await expect.element(page.getByText('You are signed in as guest')).toBeVisible();
});

it('warns of a proxy that TRUST_PROXY should name', async () => {
  await renderPage('/', 'admin');
  await expect.element(heading('Overview')).toBeVisible();
  queryClient.setQueryData(gatewayQuery.queryKey, (old) => old && { ...old, ignores_forwarded: true });
  await expect.element(page.getByText(/TRUST_PROXY isn't set/)).toBeVisible();
});

it('warns that an API key in use ends soon, and links to its user', async () => {
  await signIn('admin');
  const { key, ...made } = await request<Record<string, string>>('POST', '/api/users/3/api_keys', {
    name: 'Robot',
    expires_at: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  });
  onTestFinished(() => request('DELETE', `/api${made['api_key_resource']}`));
  await fetch('/api/authentication', { headers: { authorization: `token ${key}` } });
  const { address } = await renderPage('/', 'admin');
  const card = attention.getByRole('listitem').filter({ hasText: /API key Robot of \w+ expires soon/ });
  await expect.element(card).toHaveTextContent(/in use.* · in 6 days/);
  await expectAccessible();
  await card.getByRole('link', { name: /^Review/ }).click();
  await expect.poll(address).toBe('/access/users/3?tab=sign-in');
});

describe('with the history of the demo', () => {
  beforeAll(() => sendAs('admin', '/-/lab/data/reset'));

  it("doesn't say that a provider wasn't tested through which users sign in", async () => {
    const { open } = await renderPage('/oidc/3', 'admin');
    const offer = page.getByText("The saved provider hasn't been tested yet.");
    await expect.element(offer).toBeVisible();
    await open('/oidc/1');
    await expect.element(page.getByText(/signed in this week/)).toBeVisible();
    await expect.element(offer).not.toBeInTheDocument();
  });

  const waitForLook = async () => {
    await signIn('admin');
    const state = async () => (await request<Watch>('GET', '/api/oidc_ops/2/watch')).causes;
    await expect.poll(state).toEqual(['issuer_changed']);
  };

  it('offers the published issuer of the broken provider where it is entered', async () => {
    await waitForLook();
    await renderPage('/oidc/2', 'admin');
    await expect.element(page.getByText("The issuer doesn't match the published one")).toBeVisible();
    await page.getByRole('button', { name: 'Use published', exact: true }).click();
    const { issuer } = await request<{ issuer: string }>('GET', '/api/oidc_ops/1');
    await expect.element(page.getByLabelText('Issuer', { exact: true })).toHaveValue(issuer);
  });

  it('has a card for the broken provider, with what was rejected and why', async () => {
    await waitForLook();
    await renderPage('/', 'admin');
    await expect
      .element(attention.getByRole('listitem'))
      .toHaveTextContent(
        /Partner login · 7 of 8 sign-ins rejected since .*\d( [AP]M)?Wrong issuer ×5 · No such user ×2 · Published issuer differs · last success/,
      );
    await expect.element(attention).not.toHaveTextContent('Nothing needs attention');
    await expect
      .poll(() => textsOf(counts))
      .toEqual(['1,204 groups +12 this week', '3 providers', '5 users +1 this week', '4 roles']);
    await expectAccessible();
    await expectToFitPhone();
    await attention.getByRole('link', { name: /^Review/ }).click();
    await expect.element(page.getByText(/^1 of 8 signed in since/)).toBeVisible();
    const causes = page.getByRole('list', { name: 'by cause' });
    await expect.element(causes.getByRole('listitem').first()).toHaveTextContent(/^Wrong issuer ×5, last/);
    const repair = causes.getByRole('button', { name: 'Use this issuer' });
    await repair.click();
    const [working, broken] = await Promise.all(
      [1, 2].map((id) => request<{ issuer: string }>('GET', `/api/oidc_ops/${id}`)),
    );
    // Someone else repairs it, and takes that back.
    const setIssuer = async (op: typeof broken) => {
      await request('PUT', '/api/oidc_ops/2', { issuer: op?.issuer });
      await queryClient.invalidateQueries();
    };
    await setIssuer(working);
    await expect.element(repair).not.toBeInTheDocument();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await setIssuer(broken);
    await page.getByRole('dialog').getByRole('button', { name: 'Use this issuer' }).click();
    await expect.element(repair).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    const create = causes.getByRole('button', { name: 'Create user tara.t' });
    // As drawn: a flex container drops spaces that names of controls have.
    expect((create.element() as HTMLElement).innerText.replaceAll(/[\u2066-\u2069\n]/g, '')).toBe(
      'Create user tara.t',
    );
    await create.click();
    await expect.element(page.getByRole('dialog').getByLabelText('Login')).toHaveValue('tara.t');
  });

  it('leaves out providers whose button is suspended', async () => {
    const enable = (enabled: boolean) => request('PUT', '/api/oidc_ops/2/login', { enabled });
    onTestFinished(async () => void (await enable(true)));
    await enable(false);
    await renderPage('/', 'admin');
    await expect.element(attention).toHaveTextContent('Nothing needs attention');
    await expect.element(attention.getByRole('listitem')).not.toBeInTheDocument();
  });

  it('names the user that a rejected sign-in asked for', async () => {
    const { address, history } = await renderPage('/activity?code=unknown_user', 'admin');
    const row = page.getByRole('grid', { name: 'Sign-ins' }).getByRole('row').nth(1);
    await expect.element(row).toHaveTextContent('No user named tara.t');
    await row.click();
    await expect.element(page.getByRole('row', { name: 'Reason No user named tara.t' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Open Partner login › Username expression' }))
      .toHaveAttribute('href', '/oidc/2#oidc-username_path');
    await page.getByRole('link', { name: '2 like this' }).click();
    await expect.element(page.getByRole('grid', { name: 'Sign-ins' })).toHaveAttribute('aria-rowcount', '3');
    await row.click();
    await page.getByRole('link', { name: 'Test this provider' }).click();
    await expect.element(page.getByRole('dialog', { name: /^Sign-in test/ })).toBeVisible();
    // Reloading the page doesn't start another one.
    expect(address()).toBe('/oidc/2');
    expect((history.location.state as { test?: boolean }).test).toBeUndefined();
  });

  it('says in the header of a user when they signed in, and counts how often', async () => {
    await renderPage('/access/users/3', 'admin');
    const main = page.getByRole('main');
    await expect.element(main.getByText(/^Signed in (\d+ (min|h|days?) ago|just now), /)).toBeVisible();
    await expect.element(main.getByRole('link').filter({ hasText: /^Activity \d+$/ })).toBeVisible();
  });

  it('counts sign-ins by hour and day, and lists those of a bar', async () => {
    const { address } = await renderPage('/', 'admin');
    await expect.element(signIns).toHaveTextContent(/\d+ sign-ins? · \d+ rejected/);
    await signIns.getByText('7 days').click();
    await expect.element(signIns).toHaveTextContent(/\d{3} sign-ins · \d+ rejected/);
    await signIns.getByText('Show as table').click();
    await expect.poll(() => signIns.getByRole('row').elements().length).toBe(8);
    await signIns.getByRole('row').last().getByRole('button').click();
    await expect.element(heading('Sign-ins')).toBeVisible();
    const midnight = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
    expect(decodeURIComponent(address())).toBe(`/activity?since=${midnight}`);
  });

  it("doesn't claim to know rejected sign-ins that the user can't see", async () => {
    const { address } = await renderPage('/', 'operator');
    await expect.element(signIns).toHaveTextContent("You can't see rejected sign-ins that name no user.");
    await expect.element(signIns.getByText(/^\d+ sign-ins?$/)).toBeVisible();
    await signIns.getByRole('link', { name: 'What would allow this?' }).click();
    await expect.poll(address).toBe('/access/can?feature=palisade&privilege=ro');
  });
});
