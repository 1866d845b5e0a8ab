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
    `node_modules/(react|react-dom|scheduler|zod|@tanstack/(${tanstack}))/(?!.*(useBlocker|utationObserver|useMutation|ueriesObserver|useQueries))`,
    `node_modules/@mantine/core/esm/(core|components/(${mantine}))/`,
    'vite/preload-helper',
    'src/contract/(authentication|endpoint|fields|gateway|groups|jobs|limits|oidc-logins|paging|privileges|problems|roles)[.]ts',
    'src/contract/endpoints/(authentication|oidc-logins|parts)[.]ts',
    'src/contract/versions',
    // Mantine's styles before our own, which override them.
    '@mantine/(core|notifications|spotlight)/styles|src/console/(styles|global)[.]',
    'src/console/(api/(client|errors|recorder|redact)|session/(?!use-session))',
    'src/console/lib/(return-to|text)',
    'src/console/ui/(error-view|icons|logo|page|why-link)',
    'src/console/features/session/(sign-in-form|oidc-buttons|sign-in-page.module)',
  ].join('|'),
);

/** Dialogs and drawers, which nobody has open at first. */
const overlayModules =
  /@mantine\/core\/esm\/components\/(Drawer|Modal|ModalBase)\/|src\/console\/ui\/(confirmation|dialog|layers|unsaved-guard)|react-router\/.*useBlocker/;

/** The lab, which the demo alone has. */
const labModules = /src\/(console\/features\/lab\/(?!use-lab)|contract\/(endpoints\/)?lab)/;

/** The panel and the pages of jobs, and what asks for their status. */
const jobModules = /src\/console\/features\/jobs\//;
const pollingModules = /src\/console\/jobs\/(poller|reactions|remove-status)/;

/** The request inspector and the contract watch. */
const inspectorModules = /src\/(console\/features\/inspector\/|contract\/declared-problems)/;

/** What forms need, and the parts that the pages of providers share. */
const formModules = new RegExp(
  'node_modules/react-hook-form/|@mantine/core/esm/utils/(InlineInput|InputsGroupFieldset)/|@mantine/core/esm/components/' +
    '(Checkbox(?!/CheckIcon)|Radio(?!/RadioIcon)|SegmentedControl|FloatingIndicator|Switch|Tabs|List|Textarea|' +
    'Combobox|Select|MultiSelect|NativeSelect|Pill|PillsInput)/',
);
const oidcModules =
  /src\/(console\/features\/oidc\/|contract\/(metadata|username-path|(endpoints\/)?oidc-(ops|trials)))/;

/** What the pages about access share; and what they speak with the service of users and roles. */
const accessModules = /src\/console\/features\/access\/|@tanstack\/.*(useQueries|queriesObserver)/;
const userModules =
  /src\/(contract\/((endpoints\/)?users|endpoints\/roles|role-writes|path-fields|search)|console\/features\/groups\/group-access)/;

/** What forms show of the request that they will send, and the commands that repeat one. */
const requestModules = /src\/console\/(api\/(commands|planned-request|changed-meanwhile)|ui\/request-view)/;

/** Tables and what scrolls by Mantine's means: neither the tree nor what is around the pages uses them. */
const tableModules = /@mantine\/core\/esm\/components\/(ScrollArea|Table)\//;

function notIn(...modules: RegExp[]): (id: string) => boolean {
  return (id) => !modules.some((pattern) => pattern.test(id));
}

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
    // The licences of everything that is bundled.
    license: { fileName: 'third-party-notices.md' },
    assetsInlineLimit: 0,
    // Browsers that do not know `modulepreload` load the same a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the sign-in page needs; what the pages behind it have in common; and what several of them use, yet none
        // needs to begin with.
        codeSplitting: {
          groups: [
            { name: 'base', test: signInModules, priority: 2 },
            {
              name: 'shared',
              test: notIn(
                overlayModules,
                labModules,
                jobModules,
                pollingModules,
                inspectorModules,
                formModules,
                oidcModules,
                accessModules,
                userModules,
                requestModules,
                tableModules,
              ),
              minShareCount: 2,
              priority: 1,
            },
            { name: 'tables', test: tableModules, minShareCount: 2, priority: 0 },
            { name: 'overlays', test: overlayModules, priority: 0 },
            { name: 'lab', test: labModules, minShareCount: 2, priority: 0 },
            { name: 'jobs', test: jobModules, priority: 0 },
            { name: 'polling', test: pollingModules, priority: 0 },
            { name: 'forms', test: formModules, minShareCount: 2, priority: 0 },
            { name: 'requests', test: requestModules, minShareCount: 2, priority: 0 },
            { name: 'users', test: userModules, minShareCount: 2, priority: 0 },
            { name: 'access', test: accessModules, minShareCount: 2, priority: 0 },
            { name: 'oidc', test: oidcModules, minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': gateway, '^/-/(?!docs)': gateway } },
});
