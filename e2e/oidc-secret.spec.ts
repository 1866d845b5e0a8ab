import { expect, passwordOf, test } from './fixtures.ts';
import { fresh } from './fresh.ts';
import { remove, startGateway } from './gateway.ts';
import { createByHand, field, save } from './oidc-helpers.ts';

test('warns that a remote service may send the stored secret elsewhere', async ({ page, apiAs, gateway }) => {
  const { id } = await createByHand(await apiAs('admin'), fresh('Elsewhere'));
  const front = await startGateway({ SERVICE_URL: `${gateway.url}/api` }, []);
  try {
    const data = { data: { login: 'admin', password: passwordOf('admin') } };
    await page.request.post(`${front.url}/api/authentication`, { data });
    await page.goto(`${front.url}/oidc/${id}`);
    await field(page, 'Token endpoint').fill('https://other.example/token');
    await save(page).click();
    await expect(page.getByRole('dialog', { name: 'Keep the stored secret?' })).toContainText(
      'This service keeps the stored secret and may send it to https://other.example.',
    );
  } finally {
    await front.stop();
    remove(front.dataDir);
  }
});
