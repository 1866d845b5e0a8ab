import path from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import type { BrowserCommandContext } from 'vitest/node';
import { findChromium, launchArguments, pagesCpu } from './src/tooling/browsers.ts';
import { recordFile } from './src/tooling/cpu-time.ts';
import { css } from './src/tooling/style-sheets.mjs';
import { stepLimit, testLimit, vitestLimits } from './src/tooling/time-limits.ts';
import { demoService } from './src/testing/pages/demo-service-plugin.ts';

const pageTests = 'src/console/**/*.page.test.tsx';
const componentTests = 'src/console/**/*.browser.test.tsx';

/** Only the CPU time of the page: this process serves all projects at the same time. */
async function recordPage({ testPath = '', project, context }: BrowserCommandContext): Promise<void> {
  const browser = context.browser();
  const cpu = browser ? await pagesCpu(browser) : 0;
  recordFile('component', path.relative('', testPath), project.name, cpu);
}

/** Tests of components and pages: `npm test -- --only component`. */
export default defineConfig({
  plugins: [react(), demoService()],
  css,
  // Found before the first test: a dependency found later reloads the page.
  optimizeDeps: {
    entries: ['src/console/main.tsx', componentTests, pageTests],
    include: ['axe-core'],
  },
  test: {
    // Page tests share a service.
    fileParallelism: false,
    // Loads the console's code only once. Vitest 4.1 ignores this in an instance, so that both have it.
    isolate: false,
    setupFiles: ['setups/undo-stubs', 'setup'].map((name) => path.resolve(`src/testing/${name}.ts`)),
    ...vitestLimits,
    // If hardly anything works, each test waits for as long as a step may take.
    bail: 10,
    browser: {
      enabled: true,
      headless: true,
      connectTimeout: testLimit,
      commands: { recordFile: recordPage },
      provider: playwright({
        actionTimeout: stepLimit,
        // Unlike end-to-end tests, they stay on a page long enough to compile what it runs often.
        launchOptions: {
          executablePath: findChromium(),
          args: [...launchArguments, '--js-flags=--no-turbofan'],
        },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [
        { browser: 'chromium', name: 'components', include: [componentTests] },
        {
          browser: 'chromium',
          name: 'pages',
          include: [pageTests],
          setupFiles: [path.resolve('src/testing/pages/setup.ts')],
        },
      ],
      viewport: { width: 1280, height: 800 },
      screenshotFailures: false,
    },
  },
});
