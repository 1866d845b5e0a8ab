import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import {
  expectToFitPhone,
  field,
  heading,
  pressOn,
  renderPage,
  textsOf,
} from '../../../../testing/pages/render-page.tsx';
import { oidcLoginsQuery } from '../../../data/session/queries.ts';
import { queryClient } from '../../../query-client.ts';
import {
  createProvider,
  delay,
  pendingCalls,
  refuse,
  request,
  sentBy,
  signIn,
} from '../../../../testing/pages/requests.ts';

const save = page.getByRole('button', { name: 'Save changes' });
const create = page.getByRole('button', { name: 'Create provider' });
const secret = page.getByLabelText('Client secret');
const problems = page.getByRole('alert');
const saved = page.getByRole('status').filter({ hasText: 'Changes saved' });
const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });

const issuerOfDemo = async () => {
  await signIn('admin');
  return (await request<{ issuer: string }>('GET', '/api/oidc_ops/1')).issuer;
};

describe('a new provider', () => {
  it('is created by hand, and shows every problem at its field', async () => {
    await renderPage('/oidc/new', 'admin');
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem');
    await expect.poll(() => textsOf(crumbs)).toEqual(['OIDC providers', 'New provider']);
    const help = page.getByText('Assigned to this application by the provider.');
    const opacity = () => getComputedStyle(help.element()).opacity;
    await expect.element(field('Client ID')).toHaveAccessibleDescription(/^Assigned to this application/);
    expect(opacity()).toBe('0');
    (field('Issuer').element() as HTMLElement).focus();
    await userEvent.tab();
    expect(opacity()).toBe('1');
    const demo = page.getByRole('link', { name: 'Demo provider' });
    await expect.element(demo).toHaveAttribute('href', expect.stringMatching(/^https:\/\/localhost(:\d+)?$/));
    await create.click();
    await expect.element(field('Name')).toHaveFocus();
    await expect.element(field('Name')).toHaveAccessibleDescription(/Name is required/);
    const invalid = () => document.querySelectorAll('[aria-invalid="true"]').length;
    await expect.poll(invalid).toBe(7);
    // What no longer applies disappears: the metadata URL provides the issuer and the two endpoints.
    await field('Metadata URL').fill('https://a.io/m');
    await expect.poll(invalid).toBe(4);
    await field('Metadata URL').fill('');
    await create.click();
    await expect.poll(invalid).toBe(7);
    await field('Token endpoint').fill('http://id.example/token');
    await field('Name').fill('  By hand  ');
    await expect.element(page.getByText('Must use https', { exact: true })).toBeVisible();
    await field('Token endpoint').fill('https://id.example/token');
    await expect.element(field('Name')).toHaveValue('By hand');
    await field('Issuer').fill('https://id.example/');
    await field('Client ID').fill('palisade');
    await secret.fill('hand-made secret');
    await field('Authorization endpoint').fill('https://id.example/authorize');
    // A test shows the claims, to choose the expression from.
    await refuse('startDraftSignInTest', 501, []);
    await page.getByRole('button', { name: 'Test sign-in' }).click();
    await expect.element(problems).toHaveTextContent("This service doesn't offer sign-in tests.");
    await expect.poll(invalid).toBe(0);
    await field('Username expression').fill('"custom:login" || email');
    await page.getByLabelText('Add a scope').fill('email groups');
    await userEvent.keyboard('{Enter}');
    await pressOn(page.getByRole('button', { name: 'Remove scope groups' }), '{Enter}');
    await expect.element(page.getByRole('button', { name: 'Remove scope email' })).toHaveFocus();
    await page.getByRole('radio', { name: 'Sign out of this service only' }).click();
    await create.click();
    await expect.element(heading('By hand')).toBeVisible();
    const { data } = await request<{ data: object[] }>('GET', '/api/oidc_ops');
    expect(data.at(-1)).toMatchObject({
      name: 'By hand',
      issuer: 'https://id.example/',
      scope: 'openid email',
      username_path: '"custom:login" || email',
      logout_method: 'local',
    });
  });

  it('keeps what is typed while it is created as an unsaved change', async () => {
    await renderPage('/oidc/new', 'admin');
    await field('Name').fill('Slow');
    await field('Issuer').fill('https://id.example');
    await field('Client ID').fill('palisade');
    await secret.fill('a secret');
    await field('Authorization endpoint').fill('https://id.example/authorize');
    await field('Token endpoint').fill('https://id.example/token');
    await field('Username expression').fill('sub');
    await delay('createOidcOp', 1_000, 1);
    await create.click();
    await field('Client ID').fill('typed late');
    await expect.element(heading('Slow')).toBeVisible();
    await expect.element(page.getByText('Your unsaved changes were restored')).toBeVisible();
    await expect.element(field('Client ID')).toHaveValue('typed late');
    await expect.element(save).toBeEnabled();
  });

  it('is filled from its metadata, except for what was typed', async () => {
    const issuer = await issuerOfDemo();
    const metadataUrl = `${issuer}/.well-known/openid-configuration`;
    await renderPage('/oidc/new', 'admin');
    await field('Metadata URL').fill(issuer);
    await field('Token endpoint').fill('https://typed.example/token');
    await page.getByRole('button', { name: 'Fetch' }).click();
    await expect.element(page.getByText('6 values filled: Metadata URL, Issuer')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Remove scope/ })).toHaveLength(2);
    await expect.element(field('Metadata URL')).toHaveValue(metadataUrl);
    await expect.element(field('Issuer')).toHaveValue(issuer);
    // What was typed stays, until the published value is chosen.
    await expect.element(field('Token endpoint')).toHaveValue('https://typed.example/token');
    const review = page.getByRole('region', { name: 'Published metadata' });
    await expect.element(review.getByRole('checkbox')).toHaveLength(1);
    await review.getByRole('checkbox', { name: 'Token endpoint' }).click();
    await review.getByRole('button', { name: 'Use 1 published value' }).click();
    await expect.element(field('Token endpoint')).toHaveValue(`${issuer}/token`);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.element(field('Metadata URL')).toHaveValue(issuer);
    await expect.element(field('Issuer')).toHaveValue('');
    // The service fills blank fields, too.
    await field('Metadata URL').fill(metadataUrl);
    await field('Token endpoint').fill('');
    await field('Name').fill('From metadata');
    await field('Client ID').fill('palisade-demo');
    await secret.fill('typed');
    await page.getByRole('button', { name: 'preferred_username', exact: true }).click();
    const check = /return preferred_username only with the profile scope/;
    await expect.element(page.getByRole('group', { name: 'Scope' })).toHaveTextContent(check);
    await page.getByRole('button', { name: 'Add profile' }).click();
    await create.click();
    await expect.element(heading('From metadata')).toBeVisible();
    await expect.element(field('Issuer')).toHaveValue(issuer);
    await expect.element(field('Token endpoint')).toHaveValue(`${issuer}/token`);
  });

  it('drops metadata that arrives after the URL has changed', async () => {
    const issuer = await issuerOfDemo();
    const { fetch } = globalThis;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (...sent) => {
      const response = await fetch(...sent);
      if (response.url.includes('oidc-metadata')) await held;
      return response;
    });
    await renderPage('/oidc/new', 'admin');
    await field('Metadata URL').fill(issuer);
    await page.getByRole('button', { name: 'Fetch' }).click();
    await field('Metadata URL').fill('https://other.example');
    await expect.element(page.getByRole('button', { name: 'Fetch', exact: true })).toBeEnabled();
    release();
    await expect.poll(pendingCalls).toEqual([]);
    await expect.element(field('Issuer')).toHaveValue('');
  });

  it("explains that its user can't look up users", async () => {
    await refuse('lookUpUser', 403, []);
    await renderPage('/oidc/new', 'admin');
    await page.getByText('Claims playground').click();
    await field('ID token').fill(JSON.stringify({ sub: 'ann' }));
    await field('Username expression').fill('sub');
    await page.getByRole('button', { name: 'Check whether this user exists' }).click();
    await expect
      .element(page.getByRole('status', { name: 'Result of the check' }))
      .toHaveTextContent("You don't have permission to look up users");
  });
});

describe('a provider', () => {
  it('is left once the save that the user did not wait for is done', async () => {
    const address = await createProvider('Saved slowly');
    await renderPage(address, 'admin');
    await delay('updateOidcOp', 2_000, 1);
    await field('Client ID').fill('changed');
    await save.click();
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'OIDC providers' })
      .click();
    await expect.element(leaving).toBeVisible();
    await expect.element(heading('OIDC providers')).toBeVisible();
    await expect.element(leaving).not.toBeInTheDocument();
    expect(sentBy('PUT')).toEqual([{ data: { client_id: 'changed' } }]);
  });

  it('is saved without the secret, which is then replaced and never exposed', async () => {
    const typed = 'correct horse battery staple';
    const expectHidden = () => {
      const stored = JSON.stringify([localStorage, sessionStorage]);
      expect(document.documentElement.outerHTML + stored).not.toContain(typed);
    };
    await renderPage(await createProvider('Secretive'), 'admin');
    await expect.element(page.getByText('•••••••• stored')).toBeVisible();
    await expect.element(page.getByLabelText('Client secret', { exact: true })).not.toBeInTheDocument();
    await field('Name').fill('Secretive edited');
    await page.getByRole('tab', { name: 'Request' }).click();
    await expect.element(page.getByText("client_secret isn't sent, so the stored one stays")).toBeVisible();
    await save.click();
    await field('Client ID').fill('moved');
    await expect.element(heading('Secretive edited')).toBeVisible();
    await expect.element(page.getByText(/kept the stored secret, which would be sent/)).toBeVisible();
    await page.getByRole('button', { name: 'Replace secret' }).click();
    await expect.element(secret).toHaveFocus();
    await save.click();
    await expect.element(secret).toHaveAccessibleDescription(/Client secret is required/);
    await secret.fill(typed);
    await expect.element(page.getByText(/client_secret is sent but never shown/)).toBeVisible();
    expectHidden();
    await save.click();
    // The service logs when the secret was entered.
    await expect.element(page.getByText(/^•••••••• stored (just now|\d+ s ago)$/)).toBeVisible();
    expectHidden();
    await expect
      .poll(() => sentBy('PUT'))
      .toEqual([
        { data: { name: 'Secretive edited' } },
        { data: { client_id: 'moved', client_secret: '••••••••' } },
      ]);
    await saved.getByRole('button', { name: 'Test now' }).click();
    await expect.element(page.getByRole('dialog', { name: /^Sign-in test/ })).toBeVisible();
  });

  it('merges two concurrent edits, and asks about fields that both changed', async () => {
    const address = await createProvider('Shared');
    await renderPage(address, 'admin');
    await expect.element(field('Name')).toHaveValue('Shared');
    const theirs = { client_id: 'theirs', scope: 'openid email' };
    await request('PUT', `/api${address.replace('oidc', 'oidc_ops')}`, theirs);
    await field('Name').fill('Shared mine');
    await field('Client ID').fill('mine');
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Shared has changed' });
    const both = dialog.getByRole('button', { name: 'Save changes' });
    await expect.element(both).toBeDisabled();
    await dialog.getByRole('radio', { name: 'Client ID: use yours, mine' }).click();
    // Once more, while the question is open.
    await request('PUT', `/api${address.replace('oidc', 'oidc_ops')}`, { client_id: 'theirs again' });
    await both.click();
    await dialog.getByRole('radio', { name: 'Client ID: use yours, mine' }).click();
    await both.click();
    await expect.element(heading('Shared mine')).toBeVisible();
    await expect.poll(() => sentBy('PUT')).toEqual([{ data: { name: 'Shared mine', client_id: 'mine' } }]);
    await expect.element(page.getByRole('button', { name: 'Remove scope email' })).toBeVisible();
  });

  it('sends a typed secret to no token endpoint that someone else has set', async () => {
    const address = await createProvider('Bound');
    await renderPage(address, 'admin');
    await page.getByRole('button', { name: 'Replace secret' }).click();
    await secret.fill('a secret');
    const theirs = { token_endpoint: 'https://theirs.example/token' };
    await request('PUT', `/api${address.replace('oidc', 'oidc_ops')}`, theirs);
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Bound has changed' });
    await expect.element(dialog).toHaveTextContent('https://theirs.example/token');
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    expect(sentBy('PUT')).toEqual([]);
  });

  it('keeps unsaved input while an edit is undone', async () => {
    await renderPage(await createProvider('Undone'), 'admin');
    await field('Name').fill('Undone soon');
    await save.click();
    await field('Client ID').fill('typed');
    await saved.getByRole('button', { name: 'Undo' }).click();
    await expect.element(heading('Undone')).toBeVisible();
    await expect.element(field('Name')).toHaveValue('Undone');
    await expect.element(field('Client ID')).toHaveValue('typed');
    await expect.poll(() => sentBy('PUT').at(-1)).toEqual({ data: { name: 'Undone' } });
  });

  it('shows how the issuer differs by one character, and corrects it', async () => {
    const issuer = await issuerOfDemo();
    await renderPage('/oidc/1', 'admin');
    await field('Issuer').fill(`${issuer}/`);
    await page.getByRole('button', { name: 'Fetch' }).click();
    await expect.element(page.getByText('extra slash at the end')).toBeVisible();
    await page.getByRole('tab', { name: 'Checks' }).click();
    await expect.element(page.getByRole('region', { name: "Won't work" })).toBeVisible();
    await page.getByText('Claims playground').click();
    await field('ID token').fill(JSON.stringify({ preferred_username: 'ann' }));
    await expect
      .element(page.getByRole('status', { name: 'Result of the expression' }))
      .toHaveTextContent('ann from the ID token');
    await expectAccessible();
    await page.getByRole('button', { name: 'Use published', exact: true }).click();
    await expect.element(field('Issuer')).toHaveValue(issuer);
    await expectToFitPhone();
  });

  it("still shows the redirect URI if the sign-in page's providers can't be loaded", async () => {
    await refuse('listOidcLogins', 400, []);
    await renderPage('/oidc/1', 'admin');
    await expect.poll(() => queryClient.getQueryState(oidcLoginsQuery.queryKey)?.status).toBe('error');
    await expect.element(page.getByText('/api/oidc_logins/callback')).toBeVisible();
  });

  it('keeps its actions in view on every tab', async () => {
    await page.viewport(1280, 520);
    await renderPage('/oidc/1?tab=sign-ins', 'admin');
    await expect.element(page.getByText('Recent sign-ins')).toBeVisible();
    const main = page.getByRole('main').element();
    main.scrollTop = main.scrollHeight;
    await expect.poll(() => main.scrollTop).toBeGreaterThan(100);
    await expect.element(save).toBeInViewport();
  });

  it('is read-only for an auditor', async () => {
    await renderPage('/oidc/1', 'auditor');
    await expect.element(heading('Demo sign-in')).toBeVisible();
    await expect.element(field('Name')).toHaveAttribute('readonly', '');
    await page.getByRole('button', { name: 'Fetch' }).click();
    await expect.element(page.getByText('The form matches the published metadata')).toBeVisible();
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect.poll(() => textsOf(page.getByRole('menuitem'))).toEqual(['Copy as file entry']);
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByRole('button', { name: /^(Save|Test|Replace|Use) / }))
      .not.toBeInTheDocument();
  });
});
