/** Takes the screenshots in `docs/`, in light and dark, from a running demo. */
import { statSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { launchBrowser } from './harness/pages.ts';
import { startProduct } from './harness/product.ts';
import { temporaryFolder } from './temporary-folder.ts';

const largest = 200_000;
const viewport = { width: 1440, height: 900 };

/** What to show in each, in the order taken. */
const pictures: Record<string, (page: Page) => Promise<void>> = {
  'group-tree': async (page) => {
    await page.goto('/groups');
    await page.getByRole('treeitem', { name: /EMEA/ }).click();
    await page.getByRole('textbox', { name: 'Filter groups' }).fill('contoso');
    await page.getByText(/ of 1,204/).waitFor();
  },
  'oidc-editor': async (page) => {
    await page.goto('/oidc');
    await page.getByRole('link', { name: 'Demo sign-in' }).click();
    await page.getByRole('button', { name: 'Test sign-in' }).waitFor();
  },
  'sign-in-test': async (page) => {
    await page.goto('/oidc');
    await page.getByRole('link', { name: 'Demo sign-in' }).click();
    const [provider] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Test sign-in' }).click(),
    ]);
    await provider.getByRole('radio', { name: /^Tara Tenant / }).check();
    await provider.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Tara Tenant would sign in as tenant').waitFor();
  },
  jobs: async (page) => {
    await page.goto('/groups');
    await page.getByRole('treeitem', { name: /Asia Pacific/ }).click();
    await page
      .getByRole('region', { name: 'Group details' })
      .getByRole('button', { name: 'More actions' })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Asia Pacific');
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await page.getByText('1,191 groups', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: /^Show jobs/ }).click();
    await page.getByRole('dialog', { name: 'Jobs' }).getByText('Deleted 13 groups').waitFor();
  },
  overview: async (page) => {
    await page.goto('/');
    await page.getByRole('link', { name: /^Show all changes/ }).waitFor();
  },
  activity: async (page) => {
    await page.context().request.post('/api/authentication', {
      data: { data: { login: 'tenant', password: 'a wrong one' } },
    });
    await page.goto('/activity');
    await page.getByRole('row').filter({ hasText: 'tenant' }).first().getByRole('link').first().click();
    await page.getByText('Reference').last().waitFor();
  },
  'api-docs': async (page) => {
    // Its text makes it a large file.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/-/docs?operation=getGroup');
    await page.getByRole('heading', { name: 'Try it' }).waitFor();
  },
  'access-matrix': async (page) => {
    await signIn(page.context().request, 'operator');
    await page.goto('/access');
    await page.getByRole('table').first().waitFor();
  },
  'sign-in': async (page) => {
    await page.setViewportSize({ width: 720, height: 720 });
    await page.context().clearCookies();
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Demo sign-in' }).waitFor();
  },
};

async function signIn(request: APIRequestContext, login: string): Promise<void> {
  await request.post('/api/authentication', { data: { data: { login, password: `${login}-demo-2026` } } });
}

export async function run(): Promise<void> {
  const { url } = await startProduct({ DATA_DIR: temporaryFolder('pictures') }, ['--demo']);
  const browser = await launchBrowser();
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // The demo provider's certificate is self-signed.
    ignoreHTTPSErrors: true,
  });
  await signIn(context.request, 'admin');
  const page = await context.newPage();
  for (const [name, show] of Object.entries(pictures)) {
    await page.setViewportSize(viewport);
    await show(page);
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.fonts.ready');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const file = `docs/${name}${colorScheme === 'dark' ? '-dark' : ''}.png`;
      await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
      const { size } = statSync(file);
      process.stdout.write(`${file.padEnd(30)} ${Math.round(size / 1000)} kB\n`);
      if (size > largest) process.exitCode = 1;
    }
  }
  await browser.close();
}
