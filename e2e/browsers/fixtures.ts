import type { WebDriver } from 'selenium-webdriver';
import { findPrograms, type Engine } from '../../src/tooling/browsers.ts';
import { passwordOf, test as base, type Role } from '../fixtures.ts';
import { launch } from './launch.ts';
import { Page } from './page.ts';

interface TestFixtures {
  /** The browser's window, with nothing left of earlier tests. */
  tab: Page;
  /** Signs in as a demo user, and opens a path. @param url of another gateway */
  signIn(role: Role, path: string, url?: string): Promise<void>;
}

interface WorkerFixtures {
  engine: Engine;
  /** The running browser, or why there's none. */
  launched: { driver: WebDriver } | { reason: string };
}

/** Tests that run in each engine, against the built product. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['chromium', { scope: 'worker', option: true }],
  launched: [
    async ({ engine }, use) => {
      const programs = findPrograms(engine);
      if ('missing' in programs) {
        await use({ reason: `To run it in ${engine}, install ${programs.missing.join(' and ')}` });
        return;
      }
      const driver = await launch(engine, programs.files);
      await use({ driver });
      await driver.quit();
    },
    { scope: 'worker' },
  ],
  tab: async ({ launched, gateway }, use, testInfo) => {
    if ('reason' in launched) return testInfo.skip(true, launched.reason);
    const page = new Page(launched.driver);
    await page.reset(`${gateway.url}/-/health`);
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus) {
      // The browser may be what failed.
      const body = await page.screenshot().catch(() => undefined);
      if (body) await testInfo.attach('screenshot', { body, contentType: 'image/png' });
    }
  },
  signIn: async ({ tab, gateway }, use) => {
    await use(async (role, path, url = gateway.url) => {
      await tab.goto(`${url}/sign-in?return_to=${encodeURIComponent(path)}`);
      await tab.find('textbox', 'Login').fill(role);
      await tab.find('textbox', 'Password').fill(passwordOf(role));
      await tab.find('button', 'Sign in').click();
      await tab.find('button', `User ${role}`).appears();
    });
  },
});
