import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { cssMixins } from './src/tooling/css-mixins.mjs';

const gateway = process.env['DEV_GATEWAY'] ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // A loader has its own chunk, so that data loads beside the page's code.
        defaultBehavior: [['loader'], ['component', 'notFoundComponent']],
        // The first page's chunk holds these pages: a separate chunk would only add a request.
        splitBehavior: ({ routeId }) => (['/sign-in', '/_app/$'].includes(routeId) ? [] : undefined),
      },
      routesDirectory: 'src/console/routes',
      generatedRouteTree: 'src/console/route-tree.gen.ts',
    }),
    react(),
  ],
  css: { postcss: { plugins: [postcssPresetMantine({ mixins: cssMixins })] } },
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/console',
    manifest: true,
    // The licences of all bundled packages.
    license: { fileName: 'third-party-notices.md' },
    assetsInlineLimit: 0,
    // Without `modulepreload`, browsers load the same files slightly later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Short, because the first chunk names every file.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            // The sign-in page and everything that all pages need.
            { name: 'sign-in', tags: ['$initial'], priority: 3 },
            // Separate, so that Mantine's styles come before those of the features.
            { name: 'mantine', test: /console\/ui\/mantine\//, priority: 2 },
            // The shell, the tree and everything they import.
            { name: 'tree', test: /routes\/_app(\.groups.*)?\.tsx/, priority: 1 },
            // Pages that share most of their code. Fewer files also shorten the first chunk, which names them all.
            ...['access', 'activity', 'api-docs', 'jobs', 'lab'].map((name) => ({
              name,
              test: new RegExp(`(features|data)/${name}/|routes/_app\\.${name}`),
              includeDependenciesRecursively: false,
            })),
            // Everything else loads with the page or dialog that needs it.
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': gateway, '^/-/(?!docs)': gateway } },
});
