import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

const gateway = process.env['DEV_GATEWAY'] ?? 'http://localhost:8080';

const mantine =
  'Alert|ActionIcon|Button|CloseButton|Group|Input|InputBase|Loader|PasswordInput|Stack|Text|TextInput|Title|' +
  'Transition|UnstyledButton';
const tanstack = 'router-core|react-router|history|store|react-store|query-core|react-query';

/** What the sign-in page needs, and with it every page. */
const signInModules = new RegExp(
  [
    `node_modules/(react|react-dom|scheduler|zod|@tanstack/(${tanstack}))/`,
    `node_modules/@mantine/core/esm/(core|components/(${mantine}))/`,
    'vite/preload-helper',
    'src/contract/',
    'src/console/(api|session)/',
    'src/console/lib/(return-to|text)',
    'src/console/ui/(error-view|icons|logo|page)',
    'src/console/features/session/sign-in-form',
  ].join('|'),
);

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
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
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Two shared chunks: what the sign-in page needs, and what the pages behind it have in common.
        codeSplitting: {
          groups: [
            { name: 'base', test: signInModules, priority: 2 },
            { name: 'shared', minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': gateway, '/-': gateway } },
});
