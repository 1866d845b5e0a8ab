import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { fresh } from './fresh.ts';

/** Creates a group with so many groups below it, ten wide. */
export async function subtree(api: APIRequestContext, count: number): Promise<{ id: number; name: string }> {
  const name = fresh('Branch');
  const created = await api.post('/api/groups', { data: { data: { name } } });
  expect(created.status()).toBe(201);
  const { group_resource: path } = (await created.json()) as { group_resource: string };
  const groups = Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index}`,
    parent: index < 10 ? [name] : [name, `${name} ${index % 10}`],
  }));
  const accepted = await api.post('/api/group_imports', { data: { data: { groups } } });
  expect(accepted.status()).toBe(202);
  await finished(api, accepted.headers()['location'] ?? '');
  return { id: Number(path.split('/').at(-1)), name };
}

/** Waits for the end of a job, at the service itself. */
async function finished(api: APIRequestContext, path: string): Promise<void> {
  await expect
    .poll(async () => ((await (await api.get(`/api${path}`)).json()) as { finished?: boolean }).finished)
    .toBe(true);
}

/** Deletes a group with all below it, as a person does. */
export async function deleteInPage(page: Page, { id, name }: { id: number; name: string }): Promise<void> {
  await page.goto(`/groups/${id}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${name}` });
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(dialog).toBeHidden();
}
