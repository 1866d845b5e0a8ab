/** Takes the screenshots in `docs/`, in light and dark, from a running demo. */
import { statSync } from 'node:fs';
import { launchBrowser } from './harness/browser-page.mjs';
import { startGateway } from './harness/gateway.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const largest = 200_000;

/** In the order taken. @type {{ name: string, take(page: Page): Promise<void> }[]} */
const pictures = [
  {
    name: 'group-tree',
    take: async (page) => {
      await page.goto('/groups');
      await page.getByRole('treeitem', { name: /EMEA/ }).click();
      await page.getByRole('textbox', { name: 'Filter groups' }).fill('contoso');
      await page.getByText(/ of 1,204/).waitFor();
    },
  },
  {
    name: 'oidc-editor',
    take: async (page) => {
      await page.goto('/oidc');
      await page.getByRole('link', { name: 'Demo sign-in' }).click();
      await page.getByRole('button', { name: 'Test sign-in' }).waitFor();
    },
  },
  {
    name: 'sign-in-test',
    take: async (page) => {
      await page.goto('/oidc');
      await page.getByRole('link', { name: 'Demo sign-in' }).click();
      const [provider] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Test sign-in' }).click(),
      ]);
      await provider.getByRole('radio', { name: /^Tara Tenant / }).check();
      await provider.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('This would sign in tenant').waitFor();
    },
  },
  {
    name: 'jobs',
    take: async (page) => {
      await page.goto('/groups');
      await page.getByRole('treeitem', { name: /Asia Pacific/ }).click();
      await page.getByRole('button', { name: /^Delete/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('Asia Pacific');
      await dialog.getByRole('button', { name: /^Delete/ }).click();
      await page.getByText('1,191 groups', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('button', { name: /^Show jobs/ }).click();
      await page.getByRole('dialog', { name: 'Jobs' }).getByText('Deleted 13 groups').waitFor();
    },
  },
  {
    name: 'overview',
    take: async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: /^Show all changes/ }).waitFor();
    },
  },
  {
    name: 'activity',
    take: async (page) => {
      await page.context().request.post('/api/authentication', {
        data: { data: { login: 'tenant', password: 'a wrong one' } },
      });
      await page.goto('/activity');
      await page.getByRole('row').filter({ hasText: 'tenant' }).first().getByRole('link').first().click();
      await page.getByText('Reference').last().waitFor();
    },
  },
  {
    name: 'api-docs',
    take: async (page) => {
      await page.goto('/-/docs?operation=getGroup');
      await page.getByText('A current record of this service').waitFor();
    },
  },
  {
    name: 'access-matrix',
    take: async (page) => {
      await signIn(page.context().request, 'operator');
      await page.goto('/access');
      await page.getByRole('table').first().waitFor();
    },
  },
  {
    name: 'sign-in',
    take: async (page) => {
      await page.setViewportSize({ width: 720, height: 720 });
      await page.context().clearCookies();
      await page.goto('/sign-in');
      await page.getByRole('link', { name: 'Demo sign-in' }).waitFor();
    },
  },
];

/** @param {import('@playwright/test').APIRequestContext} request @param {string} login */
async function signIn(request, login) {
  await request.post('/api/authentication', { data: { data: { login, password: `${login}-demo-2026` } } });
}

const demo = await startGateway(
  temporaryFolder('pictures'),
  { DEMO_PROVIDER_PORT: '0' },
  { args: ['--demo'] },
);
const browser = await launchBrowser();
try {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // The demo provider's certificate is self-signed.
    ignoreHTTPSErrors: true,
  });
  await signIn(context.request, 'admin');
  const page = await context.newPage();
  for (const { name, take } of pictures) {
    await take(page);
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.fonts.ready');
    for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
      await page.emulateMedia({ colorScheme });
      const file = `docs/${name}${colorScheme === 'dark' ? '-dark' : ''}.png`;
      await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
      const { size } = statSync(file);
      process.stdout.write(`${file.padEnd(30)} ${Math.round(size / 1000)} kB\n`);
      if (size > largest) process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  await demo.stop();
}
