import { defineConfig } from '@playwright/test';
import { launchArguments } from './src/tooling/browsers.ts';
import { stepLimit, testLimit } from './src/tooling/time-limits.ts';

const executablePath = process.env['BROWSER_PATH'];

export default defineConfig({
  projects: [
    { name: 'everyday', testDir: 'e2e', testIgnore: ['**/e2e/browsers/**', '**/e2e/nightly/**'] },
    { name: 'nightly', testDir: 'e2e/nightly' },
  ],
  globalSetup: './e2e/seeded.ts',
  outputDir: 'test-results/e2e',
  // Each starts a gateway and a browser. It runs whole files, and restores the demo data only between them.
  workers: 2,
  // A retry distinguishes flaky tests from broken ones; the summary lists them.
  retries: 1,
  timeout: testLimit,
  // If hardly anything works, each test waits for as long as a step may take.
  maxFailures: 10,
  expect: { timeout: stepLimit, toPass: { timeout: stepLimit } },
  forbidOnly: process.env['CI'] === 'true',
  use: {
    browserName: 'chromium',
    actionTimeout: stepLimit,
    // The demo provider's certificate is self-signed.
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: launchArguments,
    },
  },
});
