import { expect, passwordOf, test } from './fixtures.ts';
import { remove, startGateway } from './gateway.ts';
import { field, save, testSignIn } from './oidc-helpers.ts';

test('another Palisade behind the gateway is a complete service', async ({ page }) => {
  // With its demo provider. Not the one of other tests, which would notice the forwarded address.
  const service = await startGateway();
  const front = await startGateway(
    { SERVICE_URL: `${service.url}/api`, OUTBOUND_ALLOW: 'localhost', OUTBOUND_INSECURE_TLS: 'true' },
    [],
  );
  try {
    const data = { data: { login: 'admin', password: passwordOf('admin') } };
    const response = await page.request.post(`${front.url}/api/authentication`, { data });
    expect(response.status()).toBe(201);
    await page.goto(`${front.url}/oidc`);
    await page.getByRole('link', { name: 'Demo sign-in', exact: true }).click();
    await page.getByRole('button', { name: 'Fetch' }).click();
    await expect(page.getByText('The form matches the published metadata.')).toBeVisible();
    const report = await testSignIn(page, 'Olivia Operator');
    await expect(report.getByText('Olivia Operator would sign in as operator')).toBeVisible();
    await page.keyboard.press('Escape');
    await field(page, 'Sign-out redirect URI').fill('https://intranet.example/bye');
    await save(page).click();
    await expect(page.getByText('Changes saved')).toBeVisible();
    await page.goto(`${front.url}/activity?log=changes`);
    await expect(page.getByRole('row', { name: /Demo sign-in/ }).first()).toContainText('Updated');
  } finally {
    await front.stop();
    await service.stop();
    for (const { dataDir } of [front, service]) remove(dataDir);
  }
});
