import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { codeSplitting, compiledAtOnce } from './src/tooling/scripts.ts';
import { areaFiles, css, stylesLast } from './src/tooling/style-sheets.mjs';

export default defineConfig({
  plugins: [
    tanstackRouter({
      autoCodeSplitting: true,
      routesDirectory: 'src/console/routes',
      generatedRouteTree: 'src/console/route-tree.gen.ts',
    }),
    react(),
    stylesLast,
    areaFiles,
    compiledAtOnce,
  ],
  css,
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/console',
    manifest: true,
    license: { fileName: 'third-party-notices.md' },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting } },
  },
});
