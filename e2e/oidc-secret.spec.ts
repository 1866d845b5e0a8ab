import type { Page } from '@playwright/test';
import { expect, expectAccessible, passwordOf, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { remove, startGateway } from './gateway.ts';
import { createByHand, field, save } from './oidc-helpers.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Keep the stored secret?' });
const puts = (page: Page) => {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON());
  });
  return sent;
};

test("asks before the token endpoint moves to another origin than the stored secret's", async ({
  page,
  apiAs,
  signInAs,
}) => {
  await signInAs('admin');
  const { id, name } = await createByHand(await apiAs('admin'), fresh('Moving'));
  const sent = puts(page);
  await page.goto(`/oidc/${id}`);
  await field(page, 'Token endpoint').fill('https://id.example/v2/token');
  await save(page).click();
  await expect(page.getByText(`${name} saved`)).toBeVisible();
  await expect(question(page)).toHaveCount(0);

  await field(page, 'Token endpoint').fill('https://other.example/token');
  const warning =
    'The token endpoint moves from https://id.example to https://other.example. The stored secret won’t be sent to https://other.example unless it was entered for it';
  await page.getByRole('tab', { name: 'Checks' }).click();
  await expect(page.getByRole('region', { name: 'Might not work' })).toContainText(warning);
  await expect(page.getByRole('status').filter({ hasText: warning })).toBeVisible();
  await save(page).click();
  await expect(question(page)).toContainText(warning);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(save(page)).toBeFocused();
  expect(sent).toHaveLength(1);

  await save(page).click();
  await question(page).getByRole('button', { name: 'Enter the secret' }).click();
  const input = page.getByLabel('Client secret');
  await expect(input).toBeFocused();
  await input.fill('the secret of the other');
  await save(page).click();
  await expect(page.getByText('•••••••• stored')).toBeVisible();
  expect(sent[1]).toEqual({
    data: { token_endpoint: 'https://other.example/token', client_secret: 'the secret of the other' },
  });

  await field(page, 'Token endpoint').fill('https://third.example/token');
  await save(page).click();
  await question(page).getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText(warning)).toHaveCount(0);
  await expect(save(page)).toBeEnabled();
  await expect.poll(() => sent[2]).toEqual({ data: { token_endpoint: 'https://third.example/token' } });
});

test('offers no Undo that would move the token endpoint back without asking', async ({
  page,
  apiAs,
  signInAs,
}) => {
  await signInAs('admin');
  const { id, name } = await createByHand(await apiAs('admin'), fresh('Moved'));
  await page.goto(`/oidc/${id}`);
  await field(page, 'Token endpoint').fill('https://other.example/token');
  await save(page).click();
  await question(page).getByRole('button', { name: 'Save anyway' }).click();
  const saved = page.getByRole('status').filter({ hasText: `${name} saved` });
  await expect(saved).toBeVisible();
  await expect(saved.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Actions for Version 1' }).click();
  await page.getByRole('menuitem', { name: 'Restore this version' }).click();
  const restore = page.getByRole('dialog', { name: 'Restore version 1' });
  await expect(restore).toContainText(
    'The token endpoint moves from https://other.example to https://id.example.',
  );
  await restore.getByRole('button', { name: 'Restore version 1' }).click();
  const restored = page.getByRole('status').filter({ hasText: 'Changes saved' });
  await expect(restored).toBeVisible();
  await expect(restored.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('warns that a remote service may send the stored secret elsewhere', async ({ page, apiAs, gateway }) => {
  const { id } = await createByHand(await apiAs('admin'), fresh('Elsewhere'));
  const front = await startGateway({ SERVICE_URL: `${gateway.url}/api` }, []);
  try {
    const data = { data: { login: 'admin', password: passwordOf('admin') } };
    await page.request.post(`${front.url}/api/authentication`, { data });
    await page.goto(`${front.url}/oidc/${id}`);
    await field(page, 'Token endpoint').fill('https://other.example/token');
    await save(page).click();
    await expect(question(page)).toContainText(
      'This service keeps the stored secret and may send it to https://other.example.',
    );
  } finally {
    await front.stop();
    remove(front.dataDir);
  }
});
