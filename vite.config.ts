import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

const gateway = process.env['DEV_GATEWAY'] ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // The sign-in page is loaded first: a chunk of its own would only be one more request.
      codeSplittingOptions: { splitBehavior: ({ routeId }) => (routeId === '/sign-in' ? [] : undefined) },
      routesDirectory: 'src/console/routes',
      generatedRouteTree: 'src/console/route-tree.gen.ts',
    }),
    react(),
  ],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/console',
    manifest: true,
    // The licences of everything that is bundled.
    license: { fileName: 'third-party-notices.md' },
    assetsInlineLimit: 0,
    // Browsers that do not know `modulepreload` load the same a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The sign-in page, and with it what every page needs.
            { name: 'sign-in', tags: ['$initial'], priority: 2 },
            // The frame around every page, the tree, and everything that they import.
            { name: 'tree', test: /routes\/_app(\.groups)?\.tsx/, priority: 1 },
            // Everything else is loaded with the page or dialog that needs it.
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': gateway, '^/-/(?!docs)': gateway } },
});
