import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { EarlyShell } from './src/console/features/shell/early-shell.tsx';
import { earlyShell } from './src/tooling/early-shell.ts';
import { areaFiles, cssMixins, stylesLast } from './src/tooling/style-sheets.mjs';

/** Pages with a script of their own. All pages load the libraries and the core, at the same time. */
const areas = ['access', 'configuration', 'docs', 'groups', 'imports', 'oidc'];
const isOf = (file: string) => (area: string) =>
  // The account's page is made of parts of the access pages.
  (file.replace('.account', '.access').includes(`.${area}`) && file.includes('?tsr-split')) ||
  (/\/(features|configuration)\//.test(file) && file.includes(`${area}/`));
/** Charts and all that only they use are loaded after the page that shows one. */
const ofCharts =
  /\/ui\/charts\/|\/node_modules\/(@mantine\/charts|recharts|@reduxjs|react-redux|redux|redux-thunk|reselect|immer|es-toolkit|eventemitter3|decimal\.js-light|victory-vendor|d3-[a-z-]+|internmap|tiny-invariant|react-is)\//;
/** What reads all of YAML is loaded for files that need it. */
const ofYaml = /\/(node_modules\/yaml\/|configuration\/read-yaml)/;
const scriptOf = (file: string) => {
  if (ofCharts.test(file)) return 'charts';
  if (ofYaml.test(file)) return 'yaml';
  return file.includes('/node_modules/') ? 'libraries' : (areas.find(isOf(file)) ?? 'core');
};
const groups = [{ name: scriptOf, debugName: 'page' }];
/** Chromium then compiles a script at once, beside the page, and caches it all (https://v8.dev/blog/explicit-compile-hints). */
const postBanner = '//# allFunctionsCalledOnLoad';

export default defineConfig({
  plugins: [
    tanstackRouter({
      autoCodeSplitting: true,
      routesDirectory: 'src/console/routes',
      generatedRouteTree: 'src/console/route-tree.gen.ts',
    }),
    react(),
    earlyShell(EarlyShell),
    stylesLast,
    areaFiles,
  ],
  css: { postcss: { plugins: [postcssPresetMantine({ mixins: cssMixins })] } },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/console',
    manifest: true,
    license: { fileName: 'third-party-notices.md' },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: { postBanner, codeSplitting: { includeDependenciesRecursively: false, groups } },
    },
  },
});
