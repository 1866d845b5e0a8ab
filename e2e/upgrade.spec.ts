import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { startGateway } from '../src/tooling/gateway.ts';
import { run } from './actions.ts';
import { expect, heading, passwordOf, test } from './fixtures.ts';
import { gatewayCommand, remove, seededFolder, temporaryFolder } from './gateway.ts';

/** The product in a folder of its own, running, where another build can replace it. */
async function installProduct(context: BrowserContext) {
  const folder = temporaryFolder();
  const dataDir = seededFolder();
  cpSync('dist', path.join(folder, 'dist'), { recursive: true });
  cpSync('package.json', path.join(folder, 'package.json'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const [node, option] = gatewayCommand;
  const command = [node, option, path.join(folder, 'dist/server/main.js'), '--demo'];
  const start = (port = '0') => startGateway({ DATA_DIR: dataDir, PORT: port }, command);
  let gateway = await start();
  const { url } = gateway;
  const credentials = { login: 'admin', password: passwordOf('admin') };
  const signedIn = await context.request.post(`${url}/api/authentication`, { data: { data: credentials } });
  expect(signedIn.status()).toBe(201);
  return {
    url,
    upgrade: async () => {
      await gateway.stop();
      replaceBuild(folder);
      gateway = await start(new URL(url).port);
    },
    remove: async () => {
      await gateway.stop();
      remove(folder);
      remove(dataDir);
    },
  };
}

/** Another version, with other names of all the console's files, as another build has. */
function replaceBuild(folder: string): void {
  const manifest = path.join(folder, 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": ".*?"/, '"version": "99.0.0"'));
  const console = path.join(folder, 'dist/console');
  const assets = path.join(console, 'assets');
  for (const name of readdirSync(assets)) if (/\.(br|gz)$/.test(name)) rmSync(path.join(assets, name));
  const names = readdirSync(assets);
  const isText = (name: string) => /\.(js|css)$/.test(name);
  for (const file of [...names.filter(isText).map((name) => path.join('assets', name)), 'index.html']) {
    const text = names.reduce(
      (content, name) => content.replaceAll(name, `next-${name}`),
      readFileSync(path.join(console, file), 'utf8'),
    );
    writeFileSync(path.join(console, file), text);
  }
  for (const name of names) renameSync(path.join(assets, name), path.join(assets, `next-${name}`));
}

test('an upgrade keeps what is being edited, and reloads pages whose code is gone', async ({ context }) => {
  const product = await installProduct(context);
  const page = await context.newPage();
  await page.goto(`${product.url}/oidc/new`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Being edited');
  const other = await context.newPage();
  await other.goto(`${product.url}/jobs`);
  await expect(heading(other, 'Jobs')).toBeVisible();
  await product.upgrade();

  await test.step('keeps the form', async () => {
    await page.bringToFront();
    await page.getByRole('textbox', { name: 'Username expression' }).fill('preferred_username || email');
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await run(page, 'show jobs');
    await expect(page.getByRole('dialog', { name: 'Jobs' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(name).toHaveValue('Being edited');
  });

  await test.step('offers to reload, which keeps the changes', async () => {
    const notice = page.getByRole('status').filter({ hasText: 'A new version is here' });
    await expect(notice).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('Your unsaved changes were restored')).toBeVisible();
    await expect(name).toHaveValue('Being edited');
    await expect(notice).toHaveCount(0);
  });

  await test.step('reloads a page whose code is gone', async () => {
    await other.bringToFront();
    // Not the page before, whose code this browser has.
    await other.getByRole('link', { name: 'Configuration' }).first().click();
    await expect(heading(other, 'A new version is here')).toBeVisible();
    await other.getByRole('main').getByRole('button', { name: 'Reload' }).click();
    await expect(heading(other, 'Configuration')).toBeVisible();
  });
  await page.close();
  await other.close();
  await product.remove();
});
