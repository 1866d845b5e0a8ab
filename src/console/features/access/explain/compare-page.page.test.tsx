import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import { applyRules, request, signIn } from '../../../../testing/pages/requests.ts';
import { choose, renderPage } from '../../../../testing/pages/render-page.tsx';

const row = (name: string) => page.getByRole('row', { name });

describe('comparing', () => {
  it('compares two roles, and keeps them in the URL', async () => {
    const { address } = await renderPage('/access/compare', 'auditor');
    await expect.element(page.getByText('Choose a user or role to compare with.')).toBeVisible();
    await choose('This', 'EMEA administrators');
    await choose('With', 'Operators');
    await expect.element(page.getByText('7 differences')).toBeVisible();
    expect(decodeURIComponent(address())).toBe('/access/compare?left=/roles/2&right=/roles/3');
    await expect.element(row('group_admin EMEA and its subgroups change view')).toBeVisible();
    await expect.element(row('device EMEA and its subgroups change change')).not.toBeInTheDocument();
    await page.getByLabelText('Show matching rows').click({ force: true });
    await expect.element(row('device EMEA and its subgroups change change')).toBeVisible();
    await expectAccessible();
  });

  it('compares two users', async () => {
    await renderPage('/access/compare?left=/users/3&right=/users/4', 'admin');
    await expect.element(row('Feature Group operator auditor')).toBeVisible();
    await expect.element(row('palisade Default and its subgroups none view')).toBeVisible();
  });

  it.each(['compare?right=/users/3', 'can?who=/users/3'])('loads again what failed: %s', async (at) => {
    await signIn('admin');
    await applyRules({
      endpoint: 'getUser',
      effect: { kind: 'status', status: 500, detail: ['not now'] },
      times: null,
    });
    await renderPage(`/access/${at}`, 'admin');
    await expect.element(page.getByRole('alert')).toHaveTextContent('not now');
    await request('DELETE', '/-/lab/scenario');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(page.getByText('operator').first()).toBeVisible();
  });

  it.each(['compare?right=guest', 'can?who=guest'])('claims nothing of what is no path: %s', async (at) => {
    await renderPage(`/access/${at}`, 'admin');
    await expect.element(page.getByRole('alert')).toHaveTextContent('neither a user nor a role');
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await expect.element(page.getByText(/differences|can't change/)).not.toBeInTheDocument();
  });

  it('compares yourself with a pasted result, and rejects other text', async () => {
    await signIn('operator');
    const other = await (await fetch('/api/authentication')).text();
    await renderPage('/access/compare', 'guest');
    const paste = page.getByLabelText('Authentication result');
    await paste.fill('no JSON');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not an authentication result');
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await paste.fill(other);
    await expect.element(page.getByText('5 differences')).toBeVisible();
    await expect.element(row('group Default and its subgroups none change')).toBeVisible();
    // As another service may write paths.
    await paste.fill(other.replaceAll(/"\/(groups|roles|users)\//g, '"https://service.example/api/$1/'));
    await expect.element(page.getByText('5 differences')).toBeVisible();
    await expect.element(row('group Default and its subgroups none change')).toBeVisible();
    // A list of roles is enough.
    await paste.fill(JSON.stringify((JSON.parse(other) as { roles: unknown[] }).roles));
    await expect.element(page.getByText('5 differences')).toBeVisible();
    await choose('This', 'A pasted authentication result');
    await page.getByLabelText('First authentication result', { exact: true }).fill(other);
    await expect.element(page.getByText('have the same access')).toBeVisible();
  });
});
