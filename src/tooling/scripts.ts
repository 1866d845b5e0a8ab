import type { Plugin, Rolldown } from 'vite';

/** Areas whose pages have a script of their own, with all that only they use. All pages load the libraries and the core, at the same time. */
const areas = ['access', 'configuration', 'docs', 'groups', 'oidc'];
/** Loaded when needed, with all that only it uses: what reads and writes YAML. */
const later = { yaml: /\/configuration\/(?:yaml|read|export)\./ };

/** Chromium then compiles a script immediately, beside the page, and caches it all (https://v8.dev/blog/explicit-compile-hints). */
export const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle))
        // It has to be the first line, above what Vite has added.
        if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

/** Which of the console's scripts contains a module. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [{ name: scriptOf, debugName: 'page' }],
};

function scriptOf(file: string, modules: Rolldown.ChunkingContext): string {
  const late = Object.entries(later).find(([, part]) => isOnlyFor((each) => part.test(each), file, modules));
  if (late) return late[0];
  if (file.includes('/node_modules/')) return 'libraries';
  return areas.find((area) => isOnlyFor((each) => isOf(area, each), file, modules)) ?? 'core';
}

function isOf(area: string, path: string): boolean {
  // Folders above the project may be named like an area.
  const file = path.slice(path.lastIndexOf('/src/'));
  // The account's page is made of parts of the access pages, and imports are of those of configuration.
  const route = file.replace('.account', '.access').replace(/\.(groups|access\.users)_/, '.configuration_');
  const isRoute = file.includes('?tsr-split') && route.includes(`.${area}`);
  return isRoute || (file.includes('/features/') && file.includes(`${area}/`));
}

/** Whether a module belongs to a part, or is only imported by modules that do. @param seen modules that import it */
function isOnlyFor(
  isPart: (file: string) => boolean,
  file: string,
  modules: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): boolean {
  if (isPart(file) || seen.has(file)) return true;
  seen.add(file);
  const importers = modules.getModuleInfo(file)?.importers ?? [];
  return importers.length > 0 && importers.every((each) => isOnlyFor(isPart, each, modules, seen));
}
