/** Builds the product into `dist/`: the console, the server and the database template. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { build } from 'vite';
import { databaseTemplate } from './database-template.ts';
import { writeGuide } from './guide.ts';
import { sourcesStamp, stampFile } from './sources.mjs';

export async function run(): Promise<void> {
  // Otherwise, one that's set for development gets React's development build into the product.
  process.env['NODE_ENV'] = 'production';
  const stamp = sourcesStamp();
  rmSync('dist', { recursive: true, force: true });
  await build({ logLevel: 'warn' });
  // The licence plugin sees only JavaScript.
  copyFileSync(
    fileURLToPath(import.meta.resolve('@fontsource-variable/geist/LICENSE')),
    'dist/console/geist-license.txt',
  );
  writeGuide('docs', 'dist/console/guide');
  precompress('dist/console/assets');
  await buildServer();
  copyFileSync(await databaseTemplate(), 'dist/server/database-template.tar.gz');
  writeFileSync(stampFile, stamp);
}

/** Worker threads and the child process. They need entry files because they're started by file name. */
const startedByName = {
  'pglite-worker': 'src/service/store/database/pglite-worker.mjs',
  'sandbox-child': 'src/service/sandbox/sandbox-child.mjs',
};

/** What users start. */
const programs = { main: 'src/gateway/main.ts', configuration: 'src/gateway/configuration/main.ts' };

/** Packages that load native code or data files beside them, or are optional. All others start faster in one file. */
const loadedAsFiles = ['@electric-sql/pglite', '@node-rs/argon2', 'pg-native', 'oidc-provider'];

/** Builds the server: a few files with our sources and most packages. */
async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: loadedAsFiles },
    build: {
      ssr: true,
      outDir: 'dist/server',
      target: 'node20',
      license: { fileName: 'third-party-notices.md' },
      rolldownOptions: {
        input: { ...programs, ...startedByName },
        output: {
          chunkFileNames: '[name].js',
          entryFileNames: ({ name }) => (name in programs ? '[name].js' : '[name].mjs'),
        },
      },
    },
  });
}

/** Writes a brotli and a gzip copy of every file, so that no request has to compress. */
function precompress(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, zlib.brotliCompressSync(content));
    writeFileSync(`${file}.gz`, zlib.gzipSync(content, { level: 9 }));
  }
}
