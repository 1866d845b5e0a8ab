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
      routesDirectory: 'src/console/routes',
      generatedRouteTree: 'src/console/route-tree.gen.ts',
    }),
    react(),
  ],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  html: { cspNonce: '__CSP_NONCE__' },
  build: { outDir: 'dist/console', manifest: true, assetsInlineLimit: 0 },
  server: { port: 5173, proxy: { '/api': gateway, '/-': gateway } },
});
