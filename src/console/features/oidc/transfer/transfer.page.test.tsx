import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../testing/accessible.ts';
import { sampleOp } from '../../../../testing/oidc-op.ts';
import {
  dropFile,
  expectToFitPhone,
  field,
  heading,
  keepDownloads,
  renderPage,
} from '../../../../testing/pages/render-page.tsx';
import { createProvider } from '../../../../testing/pages/requests.ts';

const choose = (text: string, name = 'providers.yaml') =>
  userEvent.upload(
    page.elementLocator(document.querySelector('input[type="file"]') ?? document.body),
    new File([text], name),
  );
const message = (text: string) => page.getByRole('status').filter({ hasText: text });

describe('a new provider', () => {
  it('is filled from a configuration file, which can be undone except for what was typed since', async () => {
    await renderPage('/oidc/new', 'admin');
    await expect.element(heading('New provider')).toBeVisible();
    await field('Name').fill('Typed');
    await choose(
      'palisade: 1\ngroups: []\noidc_providers:\n  - { name: Acme, client_id: console, client_secret: { env: S } }\n',
    );
    await expect.element(message('Form filled from providers.yaml')).toBeVisible();
    await expect.element(field('Name')).toHaveValue('Acme');
    await expect.element(field('Client ID')).toHaveValue('console');
    await field('Client ID').fill('typed later');
    await page.getByRole('button', { name: 'Undo import' }).click();
    await expect.element(field('Name')).toHaveValue('Typed');
    await expect.element(field('Client ID')).toHaveValue('typed later');
  });

  it('is filled from a dropped file', async () => {
    await renderPage('/oidc/new', 'admin');
    await expect.element(heading('New provider')).toBeVisible();
    dropFile('Import', new File(['palisade: 1\noidc_providers: [{ name: Dropped }]\n'], 'dropped.yaml'));
    await expect.element(field('Name')).toHaveValue('Dropped');
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

it("exports a saved provider as it's on screen, without a typed secret", async () => {
  await renderPage(await createProvider('Screened'), 'admin');
  const files = keepDownloads();
  const exported = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Export/ }).click();
    await expect.poll(() => files.has(name)).toBe(true);
    return files.get(name);
  };
  expect(await exported('Screened.yaml')).toMatch(/client_id: palisade\n[^]*^fingerprints:\n/m);
  await field('Name').fill('Edited');
  await field('Client ID').fill('typed');
  await page.getByRole('button', { name: 'Replace' }).click();
  await page.getByLabelText(/^(New c|C)lient secret/).fill('a typed secret');
  const text = await exported('Edited.yaml');
  expect(text).toMatch(/name: Edited\n[^]*client_id: typed\n[^]*client_secret:\n +env: EDITED_SECRET\n/);
  expect(text).not.toContain('a typed secret');
  // They'd say that someone has changed it since.
  expect(text).not.toContain('fingerprints');
});
