import { defineConfig } from '@playwright/test';
import { engines } from './src/tooling/browser-programs.mjs';
import { stepLimit, testLimit } from './src/tooling/time-limits.mjs';

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
  reporter: [['list'], ['json', { outputFile: 'test-results/browsers.json' }]],
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
});
