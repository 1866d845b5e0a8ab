import { readFileSync } from 'node:fs';
import { changedExport } from './exported-file.ts';
import { expect, heading, passwordOf, test } from './fixtures.ts';
import { remove, startGateway } from './gateway.ts';

test('carries an export to another service, and signs in there', async ({ page, context, signInAs }) => {
  const second = await startGateway();
  const signInThere = async (role: 'admin' | 'auditor', path: string) => {
    await context.clearCookies();
    await page.goto(`${second.url}/sign-in?return_to=${encodeURIComponent(path)}`);
    await page.getByLabel('Login').fill(role);
    await page.getByLabel('Password').fill(passwordOf(role));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const file = (text: string) => ({
    name: 'staging.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(text),
  });
  const input = page.locator('input[type=file]');
  try {
    await signInAs('admin');
    await page.goto('/configuration');
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    const text = readFileSync(await exported.path(), 'utf8');

    await test.step('a file with problems is shown with them', async () => {
      await input.first().setInputFiles(file(text.replace('roles:', 'rolls:')));
      await expect(page.getByText(/rolls: is not a known key; did you mean roles\?/)).toBeFocused();
    });

    await signInThere('admin', '/configuration');
    await expect(heading(page, 'Configuration')).toBeVisible();
    const changed = file(changedExport(text));
    await test.step('compared with the other service, one role differs', async () => {
      await input.last().setInputFiles(changed);
      await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('1 different');
    });
    await test.step('planned and applied there', async () => {
      await input.first().setInputFiles(changed);
      const plan = page.getByRole('region', { name: 'Plan' });
      await expect(plan).toContainText('1 to update');
      await expect(plan).toContainText('1 user gains rw on group in every group');
      await page.getByRole('button', { name: 'Apply 1 change' }).click();
      await expect(plan.getByRole('listitem')).toContainText('Update Auditors – Done');
    });
    await test.step('with a report', async () => {
      const [report] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download report' }).click(),
      ]);
      expect(report.suggestedFilename()).toBe('staging-report.json');
      expect(JSON.parse(readFileSync(await report.path(), 'utf8'))).toMatchObject({
        user: 'admin',
        results: [{ name: 'Auditors', outcome: 'done' }],
      });
    });
    await test.step('which leads to the role', async () => {
      const [role] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('link', { name: 'Show Auditors' }).click(),
      ]);
      await expect(heading(role, 'Auditors')).toBeVisible();
      await role.close();
    });

    await signInThere('auditor', '/groups/1');
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  } finally {
    await second.stop();
    remove(second.dataDir);
  }
});
