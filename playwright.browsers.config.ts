import { defineConfig } from '@playwright/test';
import { engines } from './src/tooling/browsers.ts';
import { stepLimit, testLimit } from './src/tooling/time-limits.ts';

/** `npm run test:browsers`: the same journeys in each engine, driven through WebDriver instead of Playwright. */
export default defineConfig<object, { engine: string }>({
  testDir: 'e2e/browsers',
  globalSetup: './e2e/seeded.ts',
  outputDir: 'test-results/browsers',
  workers: 1,
  retries: 1,
  timeout: testLimit,
  expect: { timeout: stepLimit },
  forbidOnly: process.env['CI'] === 'true',
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
});
