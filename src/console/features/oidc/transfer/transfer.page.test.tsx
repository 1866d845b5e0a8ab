import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import { sampleOp } from '../../../../testing/oidc-op.ts';
import { expectToFitPhone, field, heading, renderPage } from '../../../../testing/pages/render-page.tsx';

const choose = (text: string, name = 'providers.yaml') =>
  userEvent.upload(
    page.elementLocator(document.querySelector('input[type="file"]') ?? document.body),
    new File([text], name),
  );
const message = (text: string) => page.getByRole('status').filter({ hasText: text });

describe('a new provider', () => {
  it('is filled from a configuration file, which can be undone', async () => {
    await renderPage('/oidc/new', 'admin');
    await expect.element(heading('New provider')).toBeVisible();
    await field('Name').fill('Typed');
    await choose(
      'palisade: 1\ngroups: []\noidc_providers:\n  - { name: Acme, client_id: console, client_secret: { env: S } }\n',
    );
    await expect.element(message('Form filled from providers.yaml')).toBeVisible();
    await expect.element(field('Name')).toHaveValue('Acme');
    await expect.element(field('Client ID')).toHaveValue('console');
    await page.getByRole('button', { name: 'Undo import' }).click();
    await expect.element(field('Name')).toHaveValue('Typed');
  });

  it.each([
    ['an export of version 0.1', { data: { ...sampleOp, userinfo_endpoint: '' } }],
    ['a record of the API, without its secret', { ...sampleOp, client_secret: 'hidden', colour: 'red' }],
  ])('is filled from %s', async (_what, exported) => {
    await renderPage('/oidc/new', 'admin');
    await expect.element(heading('New provider')).toBeVisible();
    await choose(JSON.stringify(exported), 'old.oidc.json');
    await expect.element(message('Form filled from old.oidc.json')).toBeVisible();
    await expect.element(field('Name')).toHaveValue(sampleOp.name);
    await expect.element(field('Token endpoint')).toHaveValue(sampleOp.token_endpoint);
    await expect.element(page.getByLabelText(/^Client secret/)).toHaveValue('');
  });

  it("isn't filled from a file without a provider, or with several", async () => {
    await renderPage('/oidc/new', 'admin');
    await expect.element(heading('New provider')).toBeVisible();
    await choose('palisade: 1\n');
    await expect.element(message("providers.yaml doesn't contain a provider")).toBeVisible();
    await choose('palisade: 1\noidc_providers: [{ name: One }, { name: Two }]\n');
    await expect.element(message('has several providers')).toBeVisible();
    await expect.element(field('Name')).toHaveValue('');
  });

  it("shows what's wrong in the text, and where", async () => {
    await renderPage('/oidc/new', 'admin');
    await expect.element(heading('New provider')).toBeVisible();
    await choose(
      'palisade: 1\noidc_providers:\n  - name: Acme\n    scope: email\n    token_endpoint: http://id.example\n',
    );
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('2 problems');
    const problem = alert.getByText('Line 4, column 12: scope: must contain openid');
    await expect.element(problem).toHaveFocus();
    await expect.element(alert).toHaveTextContent(/Line 5, column 21: token_endpoint: .*https/);
    await expectAccessible();
    await expectToFitPhone();
  });
});
