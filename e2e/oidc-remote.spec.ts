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
    await expect(page.getByText('has its own redirect URI')).toBeVisible();
    const report = await testSignIn(page, 'Olivia Operator');
    await expect(report.getByText('Olivia Operator would sign in as operator')).toBeVisible();
    await page.keyboard.press('Escape');
    await field(page, 'Sign-out redirect URI').fill('https://intranet.example/bye');
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'PUT'),
      save(page).click(),
    ]);
    expect(request.postDataJSON()).toEqual({
      data: { post_logout_redirect_uri: 'https://intranet.example/bye' },
    });
    await expect(page.getByText('Changes saved')).toBeVisible();
    await field(page, 'Sign-out redirect URI').fill('');
    await save(page).click();
    await expect(page.getByText('Changes saved')).toHaveCount(2);
    await field(page, 'Token endpoint').fill('https://other.example/token');
    await save(page).click();
    await expect(page.getByRole('dialog', { name: 'Keep the stored secret?' })).toContainText(
      "The stored secret won't be sent to https://other.example unless it was entered for it.",
    );
  } finally {
    await front.stop();
    await service.stop();
    for (const { dataDir } of [front, service]) remove(dataDir);
  }
});
