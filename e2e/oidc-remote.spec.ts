import type { Page } from '@playwright/test';
import { expect, passwordOf, test } from './fixtures.ts';
import { emulate, remove, startGateway, type Gateway } from './gateway.ts';
import { testSignIn } from './oidc-helpers.ts';

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });

async function signIn(page: Page, gateway: Gateway, address: string): Promise<void> {
  const data = { data: { login: 'admin', password: passwordOf('admin') } };
  const response = await page.request.post(`${gateway.url}/api/authentication`, { data });
  expect(response.status()).toBe(201);
  await page.goto(`${gateway.url}${address}`);
}

test('edits a provider of a remote service, and fetches its metadata through the gateway', async ({
  page,
  gateway,
}) => {
  // The remote service is another instance of this product, with its demo provider.
  const front = await startGateway(
    { SERVICE_URL: `${gateway.url}/api`, OUTBOUND_ALLOW: 'localhost', OUTBOUND_INSECURE_TLS: 'true' },
    [],
  );
  try {
    await signIn(page, front, '/oidc');
    await page.getByRole('link', { name: 'Demo sign-in', exact: true }).click();
    await page.getByRole('button', { name: 'Fetch' }).click();
    await expect(page.getByText('The form matches the published metadata.')).toBeVisible();
    await expect(page.getByText('has its own redirect URI')).toBeVisible();
    const report = await testSignIn(page, 'Olivia Operator');
    await expect(report.getByText('This would sign in operator')).toBeVisible();
    await page.keyboard.press('Escape');
    await field(page, 'Sign-out redirect URI').fill('https://intranet.example/bye');
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      page.getByRole('button', { name: 'Save changes' }).click(),
    ]);
    expect(request.postDataJSON()).toEqual({
      data: { post_logout_redirect_uri: 'https://intranet.example/bye' },
    });
    await expect(page.getByText('Demo sign-in saved')).toBeVisible();
    await field(page, 'Sign-out redirect URI').fill('');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Demo sign-in saved')).toHaveCount(2);
  } finally {
    await front.stop();
    remove(front.dataDir);
  }
});

test('explains that a service before 9.6.0 has no providers', async ({ page, gateway }) => {
  await signIn(page, gateway, '/access');
  await emulate(page.request, '9.5');
  try {
    for (const path of ['/oidc', '/oidc/1', '/oidc/new']) {
      await page.goto(path);
      await expect(page.getByText("This service doesn't offer OIDC providers.")).toBeVisible();
      await expect(page.getByRole('link', { name: 'New provider' })).toBeHidden();
    }
  } finally {
    await page.request.delete('/-/lab/scenario');
  }
});
